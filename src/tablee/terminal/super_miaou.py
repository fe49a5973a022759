"""Super Miaou in the terminal: the market, then each player's hand, backpack and washing machine."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.super_miaou.views import FACE_DOWN, NO_CARD, Offer, Place, SuperMiaouView
from tablee.terminal.kit import SEAT_STYLES, Pen, card, row

STYLES = {
    "silver": "bright_white",
    "gold": "bright_yellow",
    "mouse": "bright_magenta",
    "food": "bright_cyan",
    "cat": "bold bright_green",
    "cape": "bold bright_red",
}


def draw(view: SuperMiaouView, pen: Pen) -> RenderableType:
    """The position as everybody knows it: nobody knows more than the others in this game."""
    winner = view.winner
    prize = "draw.super_here" if winner is None else "draw.super_won"
    parts: list[RenderableType] = [
        Text(pen.say("draw.round", n=view.round, max=view.max_rounds), style="dim"),
        market(view, pen),
        start_cards(view, pen),
        Text(pen.say(prize, seat=winner), style="dim" if winner is None else "bold"),
    ]
    for seat in range(len(view.places)):
        parts.extend([Text(), player(view, pen, seat)])
    if view.binned:
        listed = Text(f"\n{pen.say('draw.bin')} ", style="dim")
        parts.append(listed.append_text(grouped(view, pen, view.binned)))
    return Group(*parts)


def market(view: SuperMiaouView, pen: Pen) -> Table:
    table = Table(box=box.ROUNDED, title=pen.say("draw.market"), border_style="dim", padding=(0, 1))
    table.add_column()
    for offer in view.market:
        table.add_column(named(view, pen, offer.card), justify="right")
    worth = {each.card: each for each in view.worth}
    table.add_row(pen.say("draw.price"), *(price(pen, offer) for offer in view.market))
    table.add_row(pen.say("draw.left"), *(left(pen, offer) for offer in view.market))
    table.add_row(
        pen.say("draw.pays"),
        *(
            money(pen, worth[offer.card].coins, worth[offer.card].food) or Text("–", style="dim")
            for offer in view.market
        ),
    )
    return table


def start_cards(view: SuperMiaouView, pen: Pen) -> Text:
    """What plain and shield cards pay: the same in every colour."""
    coins = {each.card: pen.say("draw.coins", n=each.coins) for each in view.worth}
    colour = view.places[0].colour
    plain, shield = coins[f"start-{colour}"], coins[f"shield-{colour}"]
    return Text(pen.say("draw.start", plain=plain, shield=shield), style="dim")


def price(pen: Pen, offer: Offer) -> Text:
    return Text(pen.say(f"draw.{offer.pay}", n=offer.price))


def left(pen: Pen, offer: Offer) -> Text:
    return Text(f"×{offer.left}") if offer.left else Text(pen.say("draw.sold_out"), style="dim")


def money(pen: Pen, coins: int, food: int) -> Text | None:
    """What a card pays; None if nothing."""
    if coins:
        return Text(pen.say("draw.coins", n=coins))
    return Text(pen.say("draw.food", n=food)) if food else None


def player(view: SuperMiaouView, pen: Pen, seat: int) -> RenderableType:
    place = view.places[seat]
    title = pen.seat(seat)
    title.append(f" · {pen.word('colour', place.colour)}")
    if seat == view.seat:
        title.append(f" ({pen.say('draw.me')})")
    if seat in view.actors:
        title.append(f" ◀ {pen.say('draw.turn')}", style="bold")
    if seat == view.winner:
        title.append(" ★", style="bold")
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column()
    for label, content in (
        ("hand", hand(view, pen, seat)),
        ("backpack", backpack(view, pen, place)),
        ("machine", machine(view, pen, place)),
    ):
        table.add_row(Text(f"  {pen.say(f'draw.{label}')}", style="dim"), content)
    return Group(title, table)


def hand(view: SuperMiaouView, pen: Pen, seat: int) -> Text:
    place = view.places[seat]
    shown = row(
        [
            held(view, pen, face, leftover)
            for face, leftover in zip(place.hand, place.leftover, strict=True)
        ]
    )
    if seat in view.actors:
        coins, food = pen.say("draw.coins", n=view.coins), pen.say("draw.food", n=view.food)
        shown.append(f"  {pen.say('draw.purse', coins=coins, food=food)}", style="bold")
    return shown


def held(view: SuperMiaouView, pen: Pen, face: str, leftover: str) -> Text:
    """A card of a hand: its face, its back (with what everybody can tell), or a gap."""
    if face == NO_CARD:
        return Text(f"({pen.say('draw.empty')})", style="dim")
    if face == FACE_DOWN:
        return card(f"░░ {pen.word('short', leftover)}?" if leftover else "░░░░░░", style="dim")
    return card(pen.word("short", face), style=style(face, view))


def backpack(view: SuperMiaouView, pen: Pen, place: Place) -> Text:
    """Its size, and the cards that it shares with the backs in the hand."""
    said = Text(pen.say("draw.cards", n=place.backpack))
    if len(place.unseen) > place.backpack:
        said.append(f" · {pen.say('draw.with_hand')} ", style="dim")
    elif place.unseen:
        said.append(" · ", style="dim")
    return said.append_text(grouped(view, pen, place.unseen)) if place.unseen else said


def machine(view: SuperMiaouView, pen: Pen, place: Place) -> Text:
    if not place.machine:
        return Text(pen.say("draw.empty"), style="dim")
    return grouped(view, pen, place.machine)


def grouped(view: SuperMiaouView, pen: Pen, names: Sequence[str]) -> Text:
    """Cards that come in the order of their kinds, the same ones together: `2× Silver, Cat`."""
    parts: list[Text] = []
    for name in dict.fromkeys(names):
        n = names.count(name)
        label = named(view, pen, name)
        parts.append(Text(f"{n}×\u00a0").append_text(label) if n > 1 else label)
    return row(parts, ", ")


def named(view: SuperMiaouView, pen: Pen, name: str) -> Text:
    return Text(pen.word("short", name), style=style(name, view))


def style(name: str, view: SuperMiaouView) -> str:
    """A start card has the colour of the seat that it belonged to."""
    colour = name.partition("-")[2]
    for seat, place in enumerate(view.places):
        if place.colour == colour:
            return SEAT_STYLES[seat]
    return STYLES.get(name, "dim")
