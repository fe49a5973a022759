"""What must hold in every position of every game. Each check raises Fault when it does not."""

from __future__ import annotations

from itertools import pairwise

from tablee.core.bits import BIT
from tablee.core.contract import SPECTATOR, Event, Game, State
from tablee.core.encode import (
    dump_state,
    event_name,
    load_state,
    plain_event,
    position,
    state_fields,
    wire,
)
from tablee.core.recorder import Recorder
from tablee.core.tables import LabTable, TapeTable
from tablee.core.texts import LANGUAGES, PLACEHOLDER


class Fault(AssertionError):
    """A game broke its contract."""


def demand(holds: bool, what: str) -> None:
    if not holds:
        raise Fault(what)


def audiences(state: State) -> list[int]:
    return [*range(int(state.seats)), int(SPECTATOR)]


def legal(game: Game, state: State, seat: int) -> list[int]:
    out = game.actions()
    state.legal(seat, out)
    return out.to_list()


def everyones_legal(game: Game, state: State) -> dict[int, list[int]]:
    return {seat: legal(game, state, seat) for seat in range(int(state.seats))}


def check_legal(game: Game, state: State) -> None:
    """`legal` is everything that `refusal` does not refuse, over the whole action space (ALL-4)."""
    for seat in range(int(state.seats)):
        found = legal(game, state, seat)
        if state.acting & BIT[seat] == 0:
            demand(not found, f"seat {seat} may not act, yet has legal actions")
            continue
        demand(bool(found), f"seat {seat} must act, yet nothing is legal [ALL-4]")
        allowed = [a for a in range(game.verbs.size) if state.refusal(seat, a) is None]
        if found != allowed:
            odd = ", ".join(game.verbs.text(a) for a in sorted(set(found) ^ set(allowed)))
            raise Fault(f"legal and refusal differ (or legal is not ascending) for seat {seat}: {odd}")


def check_over(state: State) -> None:
    """There is an outcome exactly when nobody may act."""
    outcome = state.outcome()
    demand((outcome is None) == (state.acting != 0), "an outcome and an actor exclude each other")
    if outcome is not None:
        seats = int(state.seats)
        demand(len(outcome.scores) == len(outcome.ranks) == seats, "a score and a rank for each seat")
        demand(1 in outcome.ranks, "somebody is first")


def check_pure(game: Game, state: State) -> None:
    """Asking changes nothing."""
    before = state_fields(state)
    check_legal(game, state)
    for audience in audiences(state):
        state.view(audience)
    state.outcome()
    state.census()
    demand(state_fields(state) == before, "a question changed the position")


def check_copy(game: Game, state: State, seat: int, action: int, seed: int) -> None:
    """A copy is equal and shares nothing; a dumped position is the same position."""
    before = state_fields(state)
    copied = state.copy()
    demand(state_fields(copied) == before, "a copy differs from its original")
    loaded = load_state(game, dump_state(game, state))
    demand(state_fields(loaded) == before, "a dumped position differs when loaded")
    for other in (copied, loaded):
        demand(
            everyones_legal(game, other) == everyones_legal(game, state),
            "a copy has other legal actions",
        )
        other.apply(seat, action, LabTable(seed))
    demand(state_fields(state) == before, "acting on a copy changed the original")
    demand(state_fields(copied) == state_fields(loaded), "a loaded position acts otherwise than a copy")
    # A state that was used before must be a faithful copy too: search refills one again and again.
    copied.set_from(state)
    demand(state_fields(copied) == before, "set_from leaves something of the old position")
    demand(
        everyones_legal(game, copied) == everyones_legal(game, state),
        "set_from leaves old legal actions",
    )


def check_silent(state: State, seat: int, action: int, seed: int) -> Recorder:
    """The same luck gives the same position whether anybody listens or not, and off a tape."""
    heard, silent, replayed = state.copy(), state.copy(), state.copy()
    recorder = Recorder(LabTable(seed))
    heard.apply(seat, action, recorder)
    silent.apply(seat, action, LabTable(seed))
    demand(state_fields(heard) == state_fields(silent), "an action does otherwise when heard")
    tape = TapeTable(recorder.tape)
    replayed.apply(seat, action, tape)
    demand(state_fields(heard) == state_fields(replayed), "a tape gives another position")
    demand(tape.at == len(tape.tape), "a replay draws fewer numbers")
    return recorder


def check_imagine(game: Game, state: State, seed: int) -> int:
    """`view(imagine(view)) == view`, with the same legal actions; counts the worlds that differ."""
    truth = position(state)
    census = state.census()
    different = 0
    for audience in audiences(state):
        view = state.view(audience)
        imagined = game.imagine(view, LabTable(seed + audience))
        again = state.copy()
        again.reimagine(audience, LabTable(seed + audience + 77))
        for world in (imagined, again):
            demand(
                world.view(audience) == view, f"an imagined world looks otherwise to seat {audience}"
            )
            demand(world.acting == state.acting, "an imagined world has other actors")
            demand(world.outcome() == state.outcome(), "an imagined world has another outcome")
            demand(world.census() == census, "an imagined world has other components [ALL-5]")
            if audience != SPECTATOR:
                demand(
                    legal(game, world, audience) == legal(game, state, audience),
                    f"legal actions of seat {audience} depend on what it cannot know [ALL-6]",
                )
            check_legal(game, world)
        different += position(imagined) != truth
    return different


def heard_bytes(recorder: Recorder, audience: int) -> bytes:
    heard = [news.heard_by(audience) for news in recorder.news]
    return b"\n".join(str(plain_event(event)).encode() for event in heard if event is not None)


def check_secrets(game: Game, state: State, seed: int) -> None:
    """Two truths that differ only in what a seat cannot see look, refuse and sound the same to it."""
    for audience in audiences(state):
        other = state.copy()
        other.reimagine(audience, LabTable(seed + 5 * audience))
        demand(
            wire(other.view(audience)) == wire(state.view(audience)),
            f"the view of seat {audience} shows what it cannot know [ALL-6]",
        )
        if audience != SPECTATOR and state.acting & BIT[audience] != 0:
            for action in range(game.verbs.size):
                demand(
                    state.refusal(audience, action) == other.refusal(audience, action),
                    f"a refusal of {game.verbs.text(action)} tells seat {audience} a secret [ALL-6]",
                )
        for actor in state.actors():
            both = sorted(set(legal(game, state, actor)) & set(legal(game, other, actor)))
            for action in both[:: 1 + len(both) // 4]:
                check_sounds(state, other, audience, actor, action, seed)


def check_sounds(one: State, other: State, audience: int, actor: int, action: int, seed: int) -> None:
    """Where a seat sees no difference after an action, it has not heard one either."""
    tables = []
    worlds = []
    for i, world in enumerate((one, other)):
        after = world.copy()
        table = Recorder(LabTable(seed + 1000 * i))
        after.apply(actor, action, table)
        tables.append(table)
        worlds.append(after)
    if worlds[0].view(audience) == worlds[1].view(audience):
        demand(
            heard_bytes(tables[0], audience) == heard_bytes(tables[1], audience),
            f"seat {audience} hears a secret in what seat {actor} does [ALL-6]",
        )


def check_shows(game: Game, state: State, seat: int, action: int, seed: int) -> None:
    """An action that draws nothing, whispers nothing and shows nothing teaches the actor nothing."""
    if game.shows is None:
        return
    seen = []
    view = state.view(seat)
    for i in range(4):
        world = game.imagine(view, LabTable(seed + i)) if i else state.copy()
        table = Recorder(LabTable(seed))
        world.apply(seat, action, table)
        shown = any(news.seats is not None or type(news.event) in game.shows for news in table.news)
        if i == 0 and (shown or table.tape):
            return
        seen.append((wire(world.view(seat)), heard_bytes(table, seat), shown, len(table.tape)))
    demand(
        len(set(seen)) == 1,
        f"{game.verbs.text(action)} shows seat {seat} what was hidden; which event of `shows` says so?",
    )


def check_whispers(game: Game, state: State, seed: int) -> None:
    """Where several seats decide at once, two picks after which another seat sees the same sound the
    same to it, too. (One that acts alone acts openly: two ways to the same position may differ.)"""
    for actor in state.actors() if len(state.actors()) > 1 else []:
        actions = legal(game, state, actor)
        for one, other in ((actions[0], actions[-1]), (actions[len(actions) // 2], actions[0])):
            afters, tables = [], []
            for action in (one, other):
                after, table = state.copy(), Recorder(LabTable(seed))
                after.apply(actor, action, table)
                afters.append(after)
                tables.append(table)
            for audience in audiences(state):
                if audience != actor and afters[0].view(audience) == afters[1].view(audience):
                    demand(
                        heard_bytes(tables[0], audience) == heard_bytes(tables[1], audience),
                        f"seat {audience} hears which secret action seat {actor} chose [ALL-6]",
                    )


def check_commute(game: Game, state: State, seed: int) -> None:
    """Secret picks made at the same time do not depend on their order."""
    actors = state.actors()
    for one, other in pairwise(actors):
        a, b = legal(game, state, one)[-1], legal(game, state, other)[0]
        first, second = state.copy(), state.copy()
        luck = LabTable(seed)
        first.apply(one, a, luck)
        if luck.state != LabTable(seed).state:
            continue  # luck came in between
        if b not in legal(game, first, other) or legal(game, state, other) != legal(game, first, other):
            continue  # a race, not a secret pick
        first.apply(other, b, luck)
        luck = LabTable(seed)
        second.apply(other, b, luck)
        second.apply(one, a, luck)
        demand(position(first) == position(second), "simultaneous actions do not commute")


def check_event_texts(game: Game, event: Event) -> None:
    """An event is declared and can be said in every language."""
    demand(type(event) in game.events, f"{type(event).__name__} is not declared in events")
    fields = set(getattr(event, "_fields", ()))
    for language in LANGUAGES:
        key = f"event.{event_name(event)}"
        demand(game.texts().has(language, key), f"no {language} text {key}")
        used = {found[0] for found in PLACEHOLDER.findall(game.texts().raw(language, key))}
        demand(used <= fields, f"{language} text {key} uses unknown {used - fields}")


def check_notation(game: Game) -> None:
    """Every action has a text of its own, which names it."""
    texts = [game.verbs.text(action) for action in range(game.verbs.size)]
    demand(len(set(texts)) == len(texts), "two actions share a text")
    for action, text in enumerate(texts):
        demand(game.verbs.action(text) == action, f"{text} does not name its action")
