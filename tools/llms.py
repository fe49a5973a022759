"""Makes llms.txt, the overview for coding assistants, out of the docs and the sources.

    python tools/llms.py

Reads files only, so that it says the same on every machine: compiled or not, whatever is installed
and in whatever language. Only the standard library.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TARGET = "llms.txt"
ORIGIN = "Made from the docs and sources by `make llms`: change those, not this file."
PACKAGE = "tablee"
SOURCES = Path("src")
CONTRACT = SOURCES / PACKAGE / "core" / "contract.py"
ADD_A_GAME, BOTS = "docs/add-a-game.md", "docs/bots.md"
# Who answers to whom in the contract, in the order in which one reads it.
ROLES = ("Game", "State", "View", "Table")
# What a page may begin with before its first paragraph: headings, pictures, tables, lists, code.
NO_PROSE = re.compile(r"\s*([#!|<>-]|\d+\. |$)|    ")
FEWEST_WORDS = 4  # of a sentence


# -- texts -----------------------------------------------------------------------------------------


def read(path: Path) -> str:
    return (ROOT / path).read_text("utf-8")


def without_code(page: str) -> str:
    return re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)


def one_line(text: str) -> str:
    """Without line breaks, stress and links: these lead from another folder."""
    return " ".join(re.sub(r"\[([^]]*)]\([^)]*\)", r"\1", text).replace("**", "").split())


def title_of(page: str) -> str:
    return next(line.removeprefix("# ") for line in page.splitlines() if line.startswith("# "))


def first_paragraph(page: str) -> str:
    parts = re.split(r"\n(?:[ \t]*\n)+", without_code(page))
    return one_line(next((part for part in parts if not NO_PROSE.match(part)), ""))


def first_sentence(text: str) -> str:
    """The first one that says something: not “Version 1.” or “Decided.”"""
    sentences = re.split(r"(?<=[.!?]) (?=\W*[A-ZÀ-Ý]|`)", text)
    return next((each for each in sentences if len(each.split()) >= FEWEST_WORDS), "").rstrip(":")


def section(page: str, heading: str) -> str:
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    if found is None:
        raise SystemExit(f"there is no section “{heading}” any more: tools/llms.py takes it over")
    return found[1].strip()


def link(path: Path) -> str:
    page = read(path)
    said = first_sentence(first_paragraph(page))
    return f"- [{title_of(page)}]({path.as_posix()})" + (f": {said}" if said else "")


def links(*patterns: str) -> list[str]:
    """To the pages that are found, in an order of their own on every system."""
    return [
        link(path.relative_to(ROOT))
        for pattern in patterns
        for path in sorted(ROOT.glob(pattern), key=lambda path: path.as_posix())
    ]


# -- sources ---------------------------------------------------------------------------------------

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Command(NamedTuple):
    name: str
    module: Path
    function: str


def module_file(name: str) -> Path:
    """Of a module or a package, by its dotted name."""
    path = SOURCES.joinpath(*name.split("."))
    return path / "__init__.py" if (ROOT / path).is_dir() else path.with_suffix(".py")


def first_line(node: ast.Module | Defined) -> str:
    said = ast.get_docstring(node)
    return said.splitlines()[0] if said else ""


def definitions(path: Path) -> dict[str, Defined]:
    return {node.name: node for node in ast.parse(read(path)).body if isinstance(node, Defined)}


def constant(path: Path, name: str) -> object:
    """What is assigned to a name, if that is written down in full."""
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
            return ast.literal_eval(node.value)
    raise SystemExit(f"{path} has no {name} any more: tools/llms.py looks for it")


def comment_above(path: Path, name: str) -> str:
    """Of a name that is no class and no function, and so has no docstring."""
    found = re.search(rf"^# (.*)\n{name}\b", read(path), re.MULTILINE)
    return found[1] if found else ""


def public_names() -> Iterator[str]:
    """Those of `tablee.__all__`, with what they say of themselves where they are made."""
    door = module_file(PACKAGE)
    made = definitions(door)
    origin = {
        name.asname or name.name: node.module
        for node in ast.walk(ast.parse(read(door)))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
    }
    names = constant(door, "__all__")
    assert isinstance(names, list)
    for name in names:
        source = door if name in made else module_file(origin[name])
        node = definitions(source).get(name)
        if node is None:
            yield f"- `{name}`: {comment_above(source, name)}"
        else:
            yield f"- `{name}{signature(node)}`: {first_line(node)}"


def signature(node: Defined) -> str:
    """Of a function; without `self`, and on one line."""
    if isinstance(node, ast.ClassDef):
        return ""
    return f"({re.sub(r'^self(, )?', '', ast.unparse(node.args))})"


def contract() -> Iterator[str]:
    """What a game has to answer, and what it may."""
    classes = definitions(CONTRACT)
    for role in ROLES:
        node = classes[role]
        assert isinstance(node, ast.ClassDef)
        yield f"- `{role}`: {first_line(node)}"
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and first_line(each) and each.name != "__init__":
                must = any(ast.unparse(by) == "abstractmethod" for by in each.decorator_list)
                kind = "" if must else " (has a default)"
                yield f"  - `{each.name}{signature(each)}`{kind}: {first_line(each)}"


def command_name(node: Defined, group: str) -> str | None:
    """Its name, if this is a command of that group: `@group.command("name")` or `@group.command()`."""
    for by in node.decorator_list:
        if isinstance(by, ast.Call) and ast.unparse(by.func) in (f"{group}.command", f"{group}.group"):
            if by.args:
                return str(ast.literal_eval(by.args[0]))
            return node.name
    return None


def commands_in(path: Path, group: str, before: str = "") -> Iterator[Command]:
    for node in definitions(path).values():
        name = command_name(node, group)
        if name is not None:
            yield Command(f"{before}{name}", path, node.name)


def commands() -> list[Command]:
    """Of `tablee`: its own, those that are read when they are asked for, and theirs."""
    cli = module_file(f"{PACKAGE}.cli")
    found = list(commands_in(cli, "main"))
    lazy = constant(cli, "LAZY")
    assert isinstance(lazy, dict)
    for name, where in lazy.items():
        module, _, function = where.partition(":")
        found.append(Command(name, module_file(module), function))
        found += commands_in(module_file(module), function, f"{name} ")
    return sorted(found)


def packages() -> Iterator[str]:
    for path in sorted((ROOT / SOURCES / PACKAGE).iterdir(), key=lambda path: path.name):
        source = path / "__init__.py" if path.is_dir() else path
        if source.suffix == ".py" and source.exists() and not path.name.startswith("__"):
            name = path.relative_to(ROOT).as_posix() + ("/" if path.is_dir() else "")
            yield f"- `{name}`: {first_line(ast.parse(source.read_text('utf-8')))}"


def targets() -> Iterator[str]:
    for name, said in re.findall(r"^([a-z-]+):.*?## (.*)$", read(Path("Makefile")), re.MULTILINE):
        yield f"- `make {name}`: {said}"


# -- the file --------------------------------------------------------------------------------------


def house_rules() -> Iterator[str]:
    rules = section(read(Path("CONTRIBUTING.md")), "Rules of the house")
    for rule in re.split(r"^- ", rules, flags=re.MULTILINE):
        if rule.strip():
            yield f"- {one_line(rule)}"


def steps_of(page: str) -> list[str]:
    found = re.findall(r"^## (.*)$", without_code(read(Path(page))), re.MULTILINE)
    return [f"- {heading}" for heading in found]


def made() -> str:
    readme = read(Path("README.md"))
    parts: dict[str, list[str]] = {
        "Docs": links("docs/*.md", "docs/balance/README.md", "bench/README.md"),
        "The games": links(f"{SOURCES}/{PACKAGE}/games/*/README.md"),
        "Working on it": links("CONTRIBUTING.md", "SECURITY.md"),
        "Rules of the house (CONTRIBUTING.md)": list(house_rules()),
        "Make (before each commit: `make test-quick`; everything: `make test`)": list(targets()),
        "The command (`./tablee` in a checkout, `tablee` when installed; each has --help)": [
            f"- `tablee {each.name}`: {first_line(definitions(each.module)[each.function])}"
            for each in commands()
        ],
        "The library: `import tablee`": list(public_names()),
        f"The contract of a game ({CONTRACT.as_posix()})": list(contract()),
        "Where things live": list(packages()),
        f"Adding a game ({ADD_A_GAME}; examples/crazy_eights is one)": steps_of(ADD_A_GAME),
        f"Bots ({BOTS})": steps_of(BOTS),
        "Decisions": links("docs/decisions/*.md"),
    }
    said = [f"# {title_of(readme)}", f"> {first_paragraph(readme)}", ORIGIN]
    for heading, lines in parts.items():
        said += [f"## {heading}", "\n".join(lines)]
    return "\n\n".join(said) + "\n"


if __name__ == "__main__":
    (ROOT / TARGET).write_text(made(), "utf-8", newline="\n")
