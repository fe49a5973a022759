"""The command and the table in the terminal, as somebody who types would meet them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tablee
from support import ALL_GAMES
from tablee.cli import main
from tablee.core.contract import Game
from tablee.core.texts import LANGUAGES

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command with these arguments and typed lines; tables are kept in a folder of our own.

    Bots play at random, which is quick, and the cards are the same each time, unless a test says
    something else.
    """

    def go(*arguments: str, typed: str = "", lang: str = "en", **env: str) -> Result:
        variables = {
            "TABLEE_PLAY_DATA_DIR": str(tmp_path),
            "TABLEE_PLAY_LEVEL": "random",
            "TABLEE_PLAY_SEED": "1",
            "XDG_CONFIG_HOME": str(tmp_path),
            "LC_ALL": "",
            "LANG": "",
            **env,
        }
        return CliRunner().invoke(main, ["--lang", lang, *arguments], input=typed, env=variables)

    return go


# -- listings --------------------------------------------------------------------------------------


def test_version(run: Run) -> None:
    assert tablee.__version__ in run("--version").output


def test_games_as_json(run: Run) -> None:
    listed = {entry["name"]: entry for entry in json.loads(run("games", "--json").stdout)}
    assert list(listed)[:5] == list(tablee.games())
    assert listed["mow"]["seats"] == [2, 10]
    options = {option["name"]: option for option in listed["mow"]["options"]}
    assert options["target"]["default"] == 100
    assert options["target"]["schema"] == {"type": "integer", "minimum": 10, "maximum": 1000}
    prices = {option["name"]: option for option in listed["super_miaou"]["options"]}
    assert prices["cape_price"]["house_value"]
    assert prices["cape_price"]["help"]["fr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_for_readers(run: Run, language: str) -> None:
    said = run("games", lang=language).output
    for game in ALL_GAMES:
        assert game.texts().say(language, "game.tagline") in said


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules(run: Run, game: Game, language: str) -> None:
    said = run("rules", game.name, lang=language)
    assert said.exit_code == 0
    assert f"{game.prefix}-1" in said.output
    assert "ALL-7" in said.output
    as_json = json.loads(run("rules", game.name, "--json", lang=language).stdout)
    assert as_json[0]["id"] == f"{game.prefix}-1"


def test_the_language_may_come_last(run: Run) -> None:
    assert "Autour de chaque table" in run("rules", "mow", "--lang", "fr").output
    assert "Aucun jeu" in run("rules", "chess", "--lang", "fr").stderr


def test_one_rule(run: Run) -> None:
    said = run("rules", "mow", "mw-6", "ALL-2").output
    assert said.splitlines()[0].startswith("MW-6")
    assert "ALL-2 [R]" in said
    assert "MW-7" not in said


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "no game called “chess”"),
        (["rules", "chess"], "no game called “chess”"),
        (["rules", "mow", "MW-999"], "no rule MW-999"),
        (["play", "mow", "--seats", "11", "--bots", "10"], "2 to 10 players"),
        (["play", "mow", "--seats", "x"], "not a valid integer"),
        (["play", "mow", "--seats", "3", "--bots", "4"], "--bots takes 0 to 3"),
        (["play", "mow", "--seats", "3", "--bots", "1,7"], "seats from 0 to 2"),
        (["play", "mow", "--seats", "3", "--bots", "many"], "not many"),
        (["play", "mow", "--seats", "3", "--bots", "2", "-o", "target"], "name=value"),
        (["play", "mow", "--seats", "3", "--bots", "2", "-o", "target=5"], "10 to 1000"),
        (["play", "mow", "--seats", "3", "--bots", "2", "-o", "colour=1"], "no option “colour”"),
        (["play", "mow", "--seats", "3", "--bots", "2", "--names", "a,b"], "--names takes at most 1"),
        (["play", "--resume", "/nowhere/at/all"], "no game to resume"),
        (["play", "--resume"], "no game to resume"),
        (["play", "mow", "--seats", "3", "--bots", "²"], "--bots takes 0 to 3"),
        (["play", "mow", "--seats", "3", "--bots", "99999999"], "--bots takes 0 to 3"),
        (["play", "mow", "--seats", "3", "--bots", "2", "-o", "target=" + "[" * 9999], "10 to 1000"),
        (["play", "mow", "--seats", "2", "--bots", "0", "--names", "Player 2"], "--names takes"),
        (["play", "mow", "--seats", "2", "--bots", "1", "--names", "\x1b[2J"], "--names takes"),
        (["play", "mow", "--resume"], "no game, seats"),
        (["dance"], "No such command"),
        (["play"], "No answer was given"),
    ],
)
def test_bad_input_ends_with_2_and_a_reason(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_errors_speak_the_language(run: Run) -> None:
    assert "Aucun jeu" in run("play", "chess", lang="fr").stderr


@pytest.mark.parametrize("content", ["", "{}", "[]", "[" * 99999, '{"format": "tablee-table"}', "\x00"])
def test_damaged_tables_are_refused(run: Run, tmp_path: Path, content: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(content)
    result = run("play", "--resume", str(path))
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr


# -- a game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_play_to_the_end(run: Run, game: Game, language: str) -> None:
    seats = str(game.most)
    result = run("play", game.name, "--seats", seats, "--bots", seats, "--seed", "5", lang=language)
    assert result.exit_code == 0
    assert {"en": "The game is over", "fr": "La partie est finie"}[language] in result.output


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_one_person_plays_by_number(run: Run, game: Game) -> None:
    typed = "1\n" * 20_000
    result = run("play", game.name, "--seats", "2", "--bots", "1", "--seed", "5", typed=typed)
    assert result.exit_code == 0
    assert "The game is over" in result.output
    assert "Winner" in result.output


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    arguments = ["play", "mow", "--seats", "3", "--bots", "3", "--seed"]
    assert run(*arguments, "5").output == run(*arguments, "5").output
    assert run(*arguments, "5").output != run(*arguments, "6").output


def test_questions_are_asked(run: Run) -> None:
    result = run("play", typed="9\nmow\n1\n3\n2\nquit\n")
    assert "Please answer with one of" in result.output
    assert "You may:" in result.output
    assert result.exit_code == 0


def test_why_not_log_rules_and_help(run: Run) -> None:
    typed = "why\nwhy take\nwhy dance\nplay 99\ntake\n?\nlog\nrules mw-10\nrules xx-1\nquit\n"
    result = run(
        "play", "mow", "--seats", "3", "--bots", "2", "--seed", "2", "-o", "first=0", typed=typed
    )
    assert "Why what?" in result.output
    assert result.output.count("[MW-10]") == 2  # asked and tried: an empty herd cannot be taken
    assert "is not an action of mow" in result.output
    assert "why MOVE asks why not" in result.output
    assert "There is no rule XX-1 here" in result.output
    assert "MW-10 [R]" in result.output


def test_french_words(run: Run) -> None:
    typed = "aide\nPourquoi take\njournal\nrègles mw-10\nquitter\n"
    arguments = ["play", "mow", "--seats", "3", "--bots", "2", "--seed", "2", "-o", "first=0"]
    result = run(*arguments, typed=typed, lang="fr")
    assert "pourquoi COUP" in result.output
    assert "[MW-10]" in result.output
    assert "MW-10 [R]" in result.output
    assert "La partie est gardée" in result.output


@pytest.mark.rule("MW-13")
@pytest.mark.rule("MW-26")
@pytest.mark.parametrize(
    ("options", "told"),
    [([], True), (["shout=random"], False), (["shout=random", "manual_draw=true"], True)],
)
def test_mow_is_told_who_is_a_bot(run: Run, tmp_path: Path, options: list[str], told: bool) -> None:
    """Bots neither shout nor forget to draw; where that changes nothing the option is left out."""
    flags = [part for option in options for part in ("-o", option)]
    arguments = ["play", "mow", "--seats", "3", "--bots", "1,2", "-o", "first=0", *flags]
    assert run(*arguments, typed="quit\n").exit_code == 0
    (path,) = (tmp_path / "tables").glob("*.json")
    saved = json.loads(json.loads(path.read_text())["match"])["options"]
    assert saved.get("bots") == ([1, 2] if told else None)


def test_odd_lines_are_answered(run: Run, tmp_path: Path) -> None:
    """None of them ends the game, and none is said to be saved that is not."""
    typed = f"²\nwhy ²\n{'9' * 5000}\n9\nsave /\nsave ~nobody-at-all/x\nsave {tmp_path}\nQUIT\n"
    result = run("play", "mow", "--seats", "3", "--bots", "2", "--seed", "2", typed=typed)
    assert result.exit_code == 0
    assert result.output.count("Choose a number from 1 to") == 2
    assert result.output.count("could not be saved") == 3
    assert "Saved to" not in result.output
    assert "The game is kept" in result.output


def test_an_unwritable_folder_is_said_once(run: Run, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    arguments = ["play", "megabou", "--seats", "2", "--bots", "2", "--data-dir", str(blocked)]
    result = run(*arguments)
    assert result.output.count("could not be saved") == 1
    assert "The game is kept" not in result.output


def test_the_end_of_a_hot_seat_game_shows_no_hand(run: Run) -> None:
    typed = "\n1\n" * 400
    result = run("play", "push_em_up", "--seats", "2", "--bots", "0", "--seed", "1", typed=typed)
    assert result.exit_code == 0
    end = result.output.split("Pass the screen to")[-1]
    assert "The game is over" in end
    assert "Your hand" not in end.split("You may:")[-1]


def test_resume_skips_finished_games(run: Run) -> None:
    run("play", "mow", "--seats", "2", "--bots", "1", "--seed", "2", typed="quit\n")
    run("play", "megabou", "--seats", "2", "--bots", "2", "--seed", "2")
    assert "MOW" in run("play", "--resume", typed="quit\n").output


def test_save_and_resume(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    result = run(
        "play", "mow", "--seats", "3", "--bots", "2", "--names", "Zoé", "--seed", "2", "-o", "first=0",
        typed=f"1\nsave {file}\nquit\n",
    )  # fmt: skip
    assert "Saved to" in result.output
    kept = json.loads(file.read_text())
    assert kept["names"][0] == "Zoé"
    moves = len(json.loads(kept["match"])["actions"])
    assert moves >= 1
    for arguments in (["--resume"], ["--resume", str(file)]):
        back = run("play", *arguments, typed="quit\n")
        assert f"MOW, {moves} move" in back.output
        assert "Zoé" in back.output


def test_a_move_is_kept_at_once(run: Run, tmp_path: Path) -> None:
    """The input ends in mid-game, as when the terminal is closed: nothing is lost."""
    run("play", "mow", "--seats", "2", "--bots", "1", "--seed", "2", "-o", "first=0", typed="1\n")
    (path,) = (tmp_path / "tables").glob("*.json")
    match = tablee.load_match(json.loads(path.read_text())["match"])
    assert match.log[0][0] == 0


@pytest.mark.rule("ALL-6")
def test_hot_seat_hides_hands(run: Run) -> None:
    """Between two people the screen is cleared, and only the next one's hand is shown after it."""
    names = "Ana,Ben"
    typed = "\n1\n\n1\nquit\n"
    result = run(
        "play", "mow", "--seats", "2", "--bots", "0", "--names", names, "--seed", "2", "-o", "first=0",
        typed=typed,
    )  # fmt: skip
    match = tablee.new_match("mow", seats=2, seed=2, options={"first": 0})
    parts = result.output.split("Pass the screen to ")
    assert [part[:3] for part in parts[1:3]] == ["Ana", "Ben"]
    dealt = []
    for seat in (0, 1):
        said = [match.tell(event, "en", ["Ana", "Ben"]) for event in match.events(seat)]
        (own,) = [line for line in said if line.startswith("You are dealt")]
        dealt.append(own[:40])
    assert dealt[0] != dealt[1]
    assert dealt[0] in parts[1]
    assert dealt[1] not in parts[1]
    assert dealt[1] in parts[2]
    assert dealt[0] not in parts[2]


def test_no_curtain_where_nothing_is_private(run: Run) -> None:
    """In Super Miaou everybody knows the same, so nobody need look away."""
    result = run("play", "super_miaou", "--seats", "2", "--bots", "0", typed="pass\npass\nquit\n")
    assert result.output.count("You may:") == 3
    assert "Pass the screen" not in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_of_the_locale(tmp_path: Path, language: str) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "TABLEE"))}
    env |= {"LANG": f"{language}_XX.UTF-8", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tablee.cli", "games"]
    said = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    assert {"fr": "joueurs", "en": "players"}[language] in said


@pytest.mark.parametrize("color", [True, False])
def test_no_color_is_honoured(tmp_path: Path, color: bool) -> None:
    env = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    if not color:
        env["NO_COLOR"] = "1"
    arguments = ["play", "mow", "--seats", "2", "--bots", "1", "--seed", "1"]
    said = subprocess.run(
        [sys.executable, "-m", "tablee.cli", *arguments, "--data-dir", str(tmp_path)],
        env=env, input="quit\n", capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    colours = re.findall(r"\x1b\[[0-9;]*3[0-7]m", said)
    assert bool(colours) == color


# -- bots and hints --------------------------------------------------------------------------------


def kept_level(folder: Path) -> object:
    (path,) = (folder / "tables").glob("*.json")
    return json.loads(path.read_text("utf-8"))["level"]


@pytest.mark.parametrize(
    ("lang", "answer", "level"),
    [
        ("en", "1", "easy"),
        ("en", "expert", "expert"),
        ("fr", "difficile", "hard"),
        ("fr", "", "medium"),
    ],
)
def test_the_level_of_the_bots_is_asked_for(
    run: Run, tmp_path: Path, lang: str, answer: str, level: str
) -> None:
    typed = f"megabou\n2\n1\n{answer}\nquit\n"
    result = run("play", "-o", "first=0", typed=typed, lang=lang, TABLEE_PLAY_LEVEL="")
    assert result.exit_code == 0, result.output
    assert kept_level(tmp_path) == level


def test_a_level_can_be_given_and_is_kept(run: Run, tmp_path: Path) -> None:
    words = ("play", "megabou", "--seats", "2", "--bots", "1", "--level", "easy", "-o", "first=0")
    assert run(*words, "--seed", "1", typed="1\nquit\n").exit_code == 0
    assert kept_level(tmp_path) == "easy"
    again = run("play", "--resume", typed="quit\n")
    assert "Back at the table" in again.output
    assert kept_level(tmp_path) == "easy"
    wrong = run("play", "mow", "--seats", "2", "--bots", "1", "--level", "genius")
    assert wrong.exit_code == 2
    assert "expert" in wrong.output


@pytest.mark.parametrize(("lang", "word"), [("en", "hint"), ("fr", "indice")])
def test_a_hint_names_legal_moves(run: Run, lang: str, word: str) -> None:
    words = ("play", "megabou", "--seats", "2", "--bots", "1", "--seed", "1", "-o", "first=0")
    said = run(*words, typed=f"{word}\nquit\n", lang=lang).output
    after = said.split({"en": "would think of", "fr": "penserait à"}[lang])[1]
    assert re.search(r"\d+%", after)
