"""Verbs: how dense action numbers and their texts (`play 7`) map to each other."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.errors import MalformedAction
from tablee.core.texts import Said


class Arg:
    """One argument of a verb: a named list of words, in the order of their numbers."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name = name
        self.words = tuple(words)
        self.index = {word: i for i, word in enumerate(self.words)}
        if len(self.index) != len(self.words):
            raise ValueError(f"the words of argument {name} are not all different")


def numbers(name: str, low: int, high: int) -> Arg:
    """An argument that is a number from low to high."""
    return Arg(name, [str(n) for n in range(low, high + 1)])


class Verb:
    """A kind of action. `at` is its first action number, written out where the rules use it."""

    def __init__(self, name: str, *args: Arg, at: int) -> None:
        self.name = name
        self.args = args
        self.at = at
        self.size = 1
        for arg in args:
            self.size *= len(arg.words)

    def words(self, action: int) -> list[str]:
        """The arguments of one of this verb's actions; the last one varies fastest."""
        rest = action - self.at
        found: list[str] = []
        for arg in reversed(self.args):
            found.append(arg.words[rest % len(arg.words)])
            rest //= len(arg.words)
        found.reverse()
        return found

    def usage(self) -> str:
        parts = [self.name]
        for arg in self.args:
            shown = "|".join(arg.words[:6])
            if len(arg.words) > 6:
                counted = all(word.isdecimal() for word in arg.words)
                shown = f"{arg.words[0]}…{arg.words[-1]}" if counted else f"{shown}|…"
            parts.append(f"<{arg.name}: {shown}>")
        return " ".join(parts)


class Verbs:
    """All verbs of a game: their actions fill 0 … size − 1 without a gap."""

    def __init__(self, game: str, *verbs: Verb) -> None:
        self.game = game
        self.all = verbs
        self.size = 0
        for verb in verbs:
            if verb.at != self.size:
                raise ValueError(f"verb {verb.name} starts at {verb.at}, not at {self.size}")
            self.size += verb.size
        self.named = {verb.name: verb for verb in verbs}
        self.texts: dict[int, str] = {}  # as far as they were asked for

    def verb(self, action: int) -> Verb:
        if not 0 <= action < self.size:
            raise self.malformed(str(action), Said("malformed.range", {"last": self.size - 1}))
        return next(verb for verb in reversed(self.all) if verb.at <= action)

    def text(self, action: int) -> str:
        known = self.texts.get(action)
        if known is None:
            verb = self.verb(action)
            known = self.texts[action] = " ".join([verb.name, *verb.words(action)])
        return known

    def values(self, action: int) -> dict[str, object]:
        """The arguments by name, as texts use them: seats and numbers as ints, the rest as words."""
        verb = self.verb(action)
        return {
            arg.name: int(word) if word.lstrip("-").isdigit() else word
            for arg, word in zip(verb.args, verb.words(action), strict=True)
        }

    def action(self, text: str) -> int:
        """The action a text names; spaces and capitals do not matter."""
        words = text.lower().split()
        verb = self.named.get(words[0]) if words else None
        if verb is None:
            raise self.malformed(text, Said("malformed.verbs", {"verbs": tuple(self.named)}))
        if len(words) != len(verb.args) + 1:
            raise self.malformed(text, Said("malformed.usage", {"usage": verb.usage()}))
        rest = 0
        for arg, word in zip(verb.args, words[1:], strict=True):
            if word not in arg.index:
                raise self.malformed(text, Said("malformed.usage", {"usage": verb.usage()}))
            rest = rest * len(arg.words) + arg.index[word]
        return verb.at + rest

    def malformed(self, given: str, allowed: Said) -> MalformedAction:
        return MalformedAction(given=given[:80], game=self.game, allowed=allowed)
