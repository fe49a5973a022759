"""What can go wrong, as typed exceptions that speak French and English."""

from __future__ import annotations

from typing import ClassVar

from tablee.core.texts import CORE, Said, Texts


class TableeError(ValueError):
    """A message key with its values; `str()` is the English sentence."""

    key: ClassVar[str] = "error"

    def __init__(self, *, texts: Texts = CORE, **values: object) -> None:
        super().__init__(texts.say("en", self.key, values))
        self.texts = texts
        self.values = values

    def message(self, language: str = "en") -> str:
        return self.texts.say(language, self.key, self.values)


class UnknownGame(TableeError):
    """No game has that name."""

    key: ClassVar[str] = "error.unknown_game"


class UnknownBot(TableeError):
    """No bot has that name."""

    key: ClassVar[str] = "error.unknown_bot"


class BadCount(TableeError):
    """A number of games, workers or bots that makes no sense."""

    key: ClassVar[str] = "error.bad_count"


class BadPlugin(TableeError):
    """A plug-in that cannot be loaded, or is no game."""

    key: ClassVar[str] = "error.bad_plugin"


class BadSeats(TableeError):
    """A number of seats that the game does not take (ALL-3)."""

    key: ClassVar[str] = "error.bad_seats"
    rule: ClassVar[str] = "ALL-3"


class NoSuchSeat(TableeError):
    """A seat that is not at the table."""

    key: ClassVar[str] = "error.no_such_seat"


class BadOption(TableeError):
    """An option that is unknown, out of range (ALL-3) or without effect here (ALL-7)."""

    key: ClassVar[str] = "error.bad_option"

    def __init__(
        self,
        option: str,
        takes: Said | str,
        rule: str = "ALL-3",
        *,
        texts: Texts = CORE,
        **values: object,
    ) -> None:
        super().__init__(texts=texts, named=option, takes=takes, rule=rule, **values)
        self.option = option
        self.rule = rule


class UnknownOption(BadOption):
    """No option of the game has that name (ALL-3)."""

    key: ClassVar[str] = "error.unknown_option"


class IdleOption(BadOption):
    """Refused because it would change nothing (ALL-7)."""

    key: ClassVar[str] = "error.idle_option"


class MalformedAction(TableeError):
    """A text or number that names no action of this game."""

    key: ClassVar[str] = "error.malformed_action"


class BadSeed(TableeError):
    """A seed that is neither a whole number nor bytes."""

    key: ClassVar[str] = "error.bad_seed"


class Unreadable(TableeError):
    """Something stored that cannot be read; `why` is the key of a text, with its values."""

    def __init__(self, why: str, **values: object) -> None:
        super().__init__(why=Said(f"unreadable.{why}", values))


class BadSave(Unreadable):
    """A saved match that is truncated, edited, or of another make."""

    key: ClassVar[str] = "error.bad_save"


class BadProof(Unreadable):
    """A proof of fair luck that is no proof in form; one that is only false gets a verdict."""

    key: ClassVar[str] = "error.bad_proof"


class BadPosition(Unreadable):
    """A position that is not the JSON of a state of this game."""

    key: ClassVar[str] = "error.bad_position"


class Refused(TableeError):
    """An action that the rules do not allow now; `rule` says which."""

    def __init__(self, rule: str, messages: dict[str, str]) -> None:
        ValueError.__init__(self, f"{messages['en']} [{rule}]")
        self.texts = CORE
        self.values = {}
        self.rule = rule
        self.messages = messages

    def message(self, language: str = "en") -> str:
        return self.messages[language]


class IllegalAction(Refused):
    """The seat may act, but not so."""


class NotYourTurn(Refused):
    """The seat may not act now, whatever it wants to do."""
