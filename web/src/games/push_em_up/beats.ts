// A turn of Push ’em up! in steps one can follow: each event moves the cards that it names, and nothing else.
import type { Beat, Event } from "../../kit/face";
import { picksOf, type Look } from "./names";

type Heard = Event<"push_em_up">;
type Column = Look["columns"][number];

const HAND = 3;
const COLUMN_POINTS = 10;

export function beats(events: readonly Heard[], before: Look, after: Look): Beat<"push_em_up">[] {
  const told: Beat<"push_em_up">[] = [];
  let view = before;
  for (const [at, each] of events.entries()) {
    const steps = follow(view, each, events.slice(at + 1));
    // The sentence is said with the last step.
    for (const step of steps.slice(0, -1)) told.push({ view: step, events: [] });
    view = steps.at(-1) ?? view;
    told.push({ view, events: [each] });
  }
  const last = told.at(-1);
  if (last) last.view = after;
  return told;
}

/** What lies on the table after an event; step by step where one thing is to be seen before the next. `coming`: what is
    told after it. */
export function follow(before: Look, event: Heard, coming: readonly Heard[] = []): Look[] {
  const view = structuredClone(before);
  const steps: Look[] = [];
  const column = "column" in event ? view.columns.find((each) => each.name === event.column) : undefined;
  const step = () => {
    recount(view);
    steps.push(structuredClone(view));
  };
  switch (event.event) {
    case "round_started":
      beginRound(view, event.seat);
      break;
    case "picked":
    case "picked_hidden":
      pick(view, event.seat, event.event === "picked" ? event.hero : "");
      break;
    case "revealed":
      // PU-4: all picks at once. Then nothing moves while it is said whose they are.
      if (before.phase !== "pick") return [before];
      for (const each of [event, ...coming]) if (each.event === "revealed") reveal(view, each);
      break;
    case "drew":
    case "drew_hidden":
      draw(
        view,
        event.seat,
        event.event === "drew" ? event.cards : [],
        event.event === "drew" ? event.cards.length : event.n,
      );
      pass(view, event.seat);
      break;
    case "covered":
    case "extended":
    case "pair_covered":
    case "pair_extended":
    case "run_covered":
    case "run_extended": {
      if (event.event.endsWith("covered")) lose(view, column, -1);
      const heroes =
        "heroes" in event ? event.heroes : Array<string>(event.event.startsWith("pair") ? 2 : 1).fill(event.hero);
      for (const [i, hero] of heroes.entries()) {
        give(view, event.seat, hero);
        column?.heroes.push({ seat: event.seat, hero });
        // A run is laid card by card; a pair as if it were one.
        if ("heroes" in event && i < heroes.length - 1) step();
      }
      played(view, event.seat);
      break;
    }
    case "pushed":
      spend(view, event.seat, "push");
      lose(view, column, -2);
      played(view, event.seat);
      break;
    case "super_pushed":
      spend(view, event.seat, "super");
      for (let left = event.n; left > 0; left--) {
        lose(view, column, -1 - left);
        if (left > 1) step();
      }
      played(view, event.seat);
      break;
    case "discarded":
      spend(view, event.seat, event.card);
      played(view, event.seat);
      break;
    case "ran_out":
      view.actors = [];
      view.phase = "over";
      break;
    case "scored":
      view.totals[event.seat] = (view.totals[event.seat] ?? 0) + event.points;
      break;
    default:
      return [before]; // it is only said
  }
  step();
  return steps;
}

/** PU-1 to PU-4: full decks and an empty star. */
function beginRound(view: Look, first: number): void {
  for (const seat of view.teams.keys()) {
    const laid = view.columns.flatMap(({ heroes }) =>
      heroes.filter((each) => each.seat === seat).map(({ hero }) => hero),
    );
    const deck = [view.unseen, view.hands, view.out].flatMap((each) => each[seat] ?? []);
    view.unseen[seat] = [...deck, ...laid].sort();
    view.pile_sizes[seat] = view.unseen[seat].length;
    view.hand_sizes[seat] = 0;
    view.hands[seat] = [];
    view.out[seat] = [];
  }
  view.columns = [];
  view.round += 1;
  view.first = first;
  view.phase = "pick";
  view.actors = [...view.teams.keys()];
}

function pick(view: Look, seat: number, hero: string): void {
  if (hero) {
    remove(view.unseen[seat], hero);
    view.picks[seat] = [...(view.picks[seat] ?? []), hero].sort();
  }
  add(view.picked, seat, 1);
  add(view.pile_sizes, seat, -1);
  if (view.picked[seat] === picksOf(view)) view.actors = view.actors.filter((each) => each !== seat);
}

/** A seat's picks open columns. */
function reveal(view: Look, event: { seat: number; heroes: readonly string[]; columns: readonly string[] }): void {
  view.phase = "play";
  view.actors = [];
  for (const [i, name] of event.columns.entries()) {
    const hero = event.heroes[i] ?? "";
    view.columns.push({ name, heroes: [{ seat: event.seat, hero }], sums: [], best: [], taker: null });
    if (event.seat !== view.seat) remove(view.unseen[event.seat], hero);
  }
  view.picks[event.seat] = [];
  view.picked[event.seat] = 0;
}

function draw(view: Look, seat: number, cards: readonly string[], n: number): void {
  for (const card of cards) remove(view.unseen[seat], card);
  view.hands[seat] = [...(view.hands[seat] ?? []), ...cards].sort();
  add(view.hand_sizes, seat, n);
  add(view.pile_sizes, seat, -n);
}

/** Who has nothing to draw has finished the turn. */
function played(view: Look, seat: number): void {
  if (view.pile_sizes[seat] === 0 || (view.hand_sizes[seat] ?? 0) >= HAND) pass(view, seat);
}

/** PU-28: to the left; when all have drawn their first hands, to whoever begins. */
function pass(view: Look, seat: number): void {
  const next = (seat + 1) % view.teams.length;
  if (view.actors.length > 0) view.actors = [next];
  else if (next === 0) view.actors = [view.first];
}

/** A card goes out of the hand, and everybody sees which. */
function give(view: Look, seat: number, card: string): void {
  remove(seat === view.seat ? view.hands[seat] : view.unseen[seat], card);
  add(view.hand_sizes, seat, -1);
}

function spend(view: Look, seat: number, card: string): void {
  give(view, seat, card);
  view.out[seat] = [...(view.out[seat] ?? []), card].sort();
}

/** PU-17: a hero of a column goes out of play; the last one is at −1. */
function lose(view: Look, column: Column | undefined, at: number): void {
  const [gone] = column?.heroes.splice(at, 1) ?? [];
  if (gone) view.out[gone.seat] = [...(view.out[gone.seat] ?? []), gone.hero].sort();
}

/** What the star would bring as it lies (PU-19 to PU-22). */
function recount(view: Look): void {
  const seats = [...view.teams.keys()];
  for (const column of view.columns) {
    const values = (seat: number) => column.heroes.filter((each) => each.seat === seat).map(({ hero }) => Number(hero));
    column.sums = seats.map((seat) => values(seat).reduce((sum, each) => sum + each, 0));
    column.best = seats.map((seat) => Math.max(0, ...values(seat)));
    const alone = column.sums.filter((each) => each > 0 && column.sums.indexOf(each) === column.sums.lastIndexOf(each));
    column.taker = alone.length > 0 ? column.sums.indexOf(Math.max(...alone)) : null;
  }
  view.column_points = seats.map((seat) => COLUMN_POINTS * view.columns.filter(({ taker }) => taker === seat).length);
  view.card_points = seats.map((seat) => view.columns.reduce((sum, { best }) => sum + (best[seat] ?? 0), 0));
}

function add(counts: number[], seat: number, n: number): void {
  counts[seat] = (counts[seat] ?? 0) + n;
}

function remove(cards: string[] | undefined, card: string): void {
  const at = cards?.indexOf(card) ?? -1;
  if (at >= 0) cards?.splice(at, 1);
}
