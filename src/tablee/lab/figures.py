"""Figures as readers of French and English write them."""

from __future__ import annotations

from typing import Any

THIN = "\u202f"


def number(value: float, lang: str, digits: int | None = None) -> str:
    """`12 345.6`, or with a comma; as many digits as tell something, if not said."""
    if digits is None:
        size = abs(value)
        digits = (
            0 if size >= 1000 or value == int(value) else 1 if size >= 100 else 2 if size >= 1 else 3
        )
    text = f"{value:,.{digits}f}".replace(",", THIN).replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text


def percent(value: float, lang: str, digits: int = 1) -> str:
    return f"{number(100 * value, lang, digits)}{THIN if lang == 'fr' else ''}%"


def between(row: dict[str, Any], lang: str) -> str:
    """The interval of a share."""
    return f"{percent(row['low'], lang)} – {percent(row['high'], lang)}"


def signed(value: float, lang: str) -> str:
    return ("+" if value > 0 else "") + number(value, lang)
