"""Planted faults of MOW."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faults import Planted
from tablee.games.mow import farmers, imagine, memory, refusals, rounds, rules, views
from tablee.games.mow.actions import COW_NAMES, LATE_BIT, SKIP
from tablee.games.mow.position import Position

Function = Callable[..., Any]


def latecomer_fits_anywhere(original: Function) -> Function:
    """MW-16 forgotten in `legal`: no gap is needed."""

    def join(self: Any, h: int, cow: int) -> None:
        original(self, h, cow)
        self.playable[h] |= LATE_BIT

    return join


def acrobat_needs_no_number(original: Function) -> Function:
    """MW-15 forgotten in `refusal`."""

    def why_not_join(p: Any, cow: int) -> str | None:
        why = original(p, cow)
        return None if why == "MW-15" else why

    return why_not_join


def no_skip(original: Function) -> Function:
    """MW-19 forgotten: somebody must act and cannot."""

    def legal_plays(self: Any, seat: int, out: Any) -> None:
        original(self, seat, out)
        if out.n and out.at[0] == SKIP:
            out.n = 0

    return legal_plays


def taken_herd_is_lost(original: Function) -> Function:
    """MW-9: the herd vanishes instead of going to the stable (ALL-5)."""

    def take(self: Any, seat: int, table: Any) -> None:
        self.clear_herd(self.herd)
        original(self, seat, table)

    return take


def f9_destroys(original: Function) -> Function:
    """MW-48: what F9 takes goes nowhere (ALL-5)."""

    def thin_out(p: Any, seat: int, table: Any) -> None:
        original(p, seat, table)
        for s in range(p.seats):
            p.lost[s] = -1

    return thin_out


def view_shows_what_f9_took(original: Function) -> Function:
    def lost_name(p: Any, owner: int, seat: int) -> str:
        return COW_NAMES[p.lost[owner]] if p.lost[owner] >= 0 else ""

    return lost_name


def view_shows_every_note(original: Function) -> Function:
    """Everybody reads what two seats know of each other."""

    def note_view(p: Any, at: int, seat: int) -> Any:
        return original(p, at, p.notes[at + memory.VIEWER])

    return note_view


def view_shows_a_hand(original: Function) -> Function:
    """The count of skips betrays whether the next seat holds a stopper."""

    def view_of(p: Any, seat: int) -> Any:
        view = original(p, seat)
        hand = p.hand((seat + 1) % p.seats)
        return view._replace(skips=view.skips + 10 * (42 in hand))

    return view_of


def draw_is_told_to_all(original: Function) -> Function:
    def draw(p: Any, seat: int, n: int, table: Any) -> None:
        before = set(p.hand_names(seat))
        original(p, seat, n, table)
        if table.heard:
            new = tuple(sorted(set(p.hand_names(seat)) - before))
            table.tell(farmers.Drew(int(seat), new))

    return draw


def luck_only_when_heard(original: Function) -> Function:
    """Luck is drawn only when somebody listens."""

    def award_farmer(p: Any, table: Any) -> None:
        if table.heard:
            table.below(2)
        original(p, table)

    return award_farmer


def imagine_forgets_notes(original: Function) -> Function:
    """Known cows are dealt like any others: unfair, and soon contradicted."""

    def fill(p: Any, view: Any) -> None:
        original(p, view._replace(notes=()))

    return fill


def imagine_deals_low_cows(original: Function) -> Function:
    """Other hands get the lowest cow in the pile far too often."""

    def redeal_hands(p: Any, seat: int, table: Any) -> None:
        original(p, seat, table)
        for s in range(p.seats):
            hand = p.hand(s)
            if s != seat and hand and p.left > 0 and not p.hinted:
                at = min(range(p.left), key=lambda i: p.pile[i])
                farmers.pull(p.hand_ones, p.hand_twos, s, hand[0])
                farmers.put(p.hand_ones, p.hand_twos, s, p.take_cow(at))
                p.return_cow(hand[0])

    return redeal_hands


def imagine_deals_own_farmers(original: Function) -> Function:
    """One's own farmers are dealt anew, those of a neighbour are kept."""

    def redeal_farmers(p: Any, seat: int, table: Any) -> None:
        original(p, (seat + 1) % p.seats, table)

    return redeal_farmers


FAULTS = [
    Planted("latecomer-fits-anywhere", "rules", Position, "join", latecomer_fits_anywhere),
    Planted("acrobat-needs-no-number", "rules", refusals, "why_not_join", acrobat_needs_no_number),
    Planted("no-skip", "rules", rules.Mow, "legal_plays", no_skip),
    Planted("taken-herd-is-lost", "rules", rules.Mow, "take", taken_herd_is_lost),
    Planted("f9-destroys", "rules", farmers, "thin_out", f9_destroys),
    Planted("view-shows-what-f9-took", "view", views, "lost_name", view_shows_what_f9_took),
    Planted("view-shows-every-note", "view", views, "note_view", view_shows_every_note),
    Planted("view-betrays-a-hand", "view", views, "view_of", view_shows_a_hand),
    Planted("draw-is-told-to-all", "events", rules, "draw", draw_is_told_to_all),
    Planted("luck-only-when-heard", "events", rounds, "award_farmer", luck_only_when_heard),
    Planted("imagine-forgets-notes", "imagine", views, "fill", imagine_forgets_notes),
    Planted("imagine-deals-low-cows", "imagine", imagine, "redeal_hands", imagine_deals_low_cows),
    Planted("imagine-own-farmers", "imagine", imagine, "redeal_farmers", imagine_deals_own_farmers),
]
