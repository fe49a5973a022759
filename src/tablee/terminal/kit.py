"""What the drawings of all games share: words in the player's language, seat colours, small cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tablee.core.texts import Texts

SEAT_STYLES = (
    "bold red", "bold blue", "bold green", "bold magenta", "bold yellow",
    "bold cyan", "red", "blue", "green", "magenta",
)  # fmt: skip
# Beside the colour, for those who do not see it.
SEAT_SIGNS = "●■▲◆★♣♥♠✚✖"


class Pen:
    """Writes in one language, with the players' names."""

    def __init__(self, texts: Texts, language: str, names: Sequence[str]) -> None:
        self.texts = texts
        self.language = language
        self.names = names

    def say(self, key: str, **values: object) -> str:
        """A text of the game (or of the core) with its values filled in."""
        return self.texts.say(self.language, key, values, self.names)

    def word(self, name: str, value: object) -> str:
        """A word of the game as a player reads it: `word("cow", "7f")`."""
        return self.texts.word(self.language, name, value, self.names)

    def seat(self, seat: int) -> Text:
        """A player's name with colour and sign."""
        return Text(f"{SEAT_SIGNS[seat]} {self.names[seat]}", style=SEAT_STYLES[seat])


def card(label: str, style: str = "") -> Text:
    """A small card on one line."""
    return Text(f"▕{label}▏", style=style)


def row(parts: Sequence[Text], gap: str = " ") -> Text:
    return Text(gap).join(parts)
