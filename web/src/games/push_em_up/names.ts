// Names of Push ’em up!’s cards on the page. A team has each hero twice: twins keep their names as they move.
import type { BoardProps, Event, Paths, View } from "../../kit/face";

export type Look = View<"push_em_up">;
export type Say = BoardProps<"push_em_up">["say"];

/** Where the two copies of one hero were seen: a column's name, "pick", "hand", or "" for nowhere. */
type Twins = [string, string];
type Places = Map<string, Twins>;

const seen = new Map<string, Places>();
const REMEMBERED = 6;

function keyOf(view: Look): string {
  return JSON.stringify([view.columns.map((each) => each.heroes), view.picks, view.hands, view.round]);
}

/** Where heroes lie, by owner and value: in the order of columns, then the picks and the hand. */
function spotted(view: Look): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (seat: number, hero: string, place: string) => {
    const key = `${seat}-${hero}`;
    found.set(key, [...(found.get(key) ?? []), place]);
  };
  for (const column of view.columns) for (const each of column.heroes) add(each.seat, each.hero, column.name);
  view.picks.forEach((picks, seat) => {
    for (const hero of picks) add(seat, hero, "pick");
  });
  view.hands.forEach((hand, seat) => {
    for (const card of hand) if (/^\d$/.test(card)) add(seat, card, "hand");
  });
  return found;
}

/** Who is who among twins: each stays itself where it was, and whoever moved is the other one. */
function placesOf(view: Look, before?: Look): Places {
  const key = keyOf(view);
  const known = seen.get(key);
  if (known) return known;
  const old = before ? placesOf(before) : undefined;
  const places: Places = new Map();
  for (const [hero, found] of spotted(view)) {
    const free = [...found];
    const twins: Twins = ["", ""];
    const last = old?.get(hero) ?? ["", ""];
    for (const copy of [0, 1] as const) {
      const at = last[copy] === "" ? -1 : free.indexOf(last[copy]);
      if (at >= 0) twins[copy] = free.splice(at, 1)[0] ?? "";
    }
    for (const copy of orderOf(last, twins)) if (twins[copy] === "") twins[copy] = free.shift() ?? "";
    places.set(hero, twins);
  }
  seen.set(key, places);
  if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value ?? "");
  return places;
}

/** Who takes a new place first: one that was in the hand, before one that came from nowhere. */
function orderOf(last: Twins, twins: Twins): (0 | 1)[] {
  return last[1] === "hand" && twins[1] === "" ? [1, 0] : [0, 1];
}

/** The name of the nth such hero in a place, and which of the twins it is. */
function heroThing(view: Look, seat: number, hero: string, place: string, nth: number): [string, 0 | 1] {
  const twins = placesOf(view).get(`${seat}-${hero}`) ?? ["", ""];
  const copies = ([0, 1] as const).filter((copy) => twins[copy] === place);
  const copy = copies[nth] ?? 0;
  return [`hero-${seat}-${hero}-${copy}`, copy];
}

export interface Held {
  card: string;
  /** As it moves from view to view. */
  thing: string;
  twin: 0 | 1;
}

/** The cards of a hand, with their names. */
export function held(view: Look, seat: number): Held[] {
  const nth = new Map<string, number>();
  return (view.hands[seat] ?? []).map((card) => {
    const n = nth.get(card) ?? 0;
    nth.set(card, n + 1);
    if (/^\d$/.test(card)) {
      const [thing, twin] = heroThing(view, seat, card, "hand", n);
      return { card, thing, twin };
    }
    const spent = view.out[seat]?.filter((each) => each === card).length ?? 0;
    return { card, thing: `${card}-${seat}-${spent + n}`, twin: 0 };
  });
}

type Laid = Held & { seat: number };

/** The heroes of a column, with their names. */
export const lined = (view: Look, { name, heroes }: Look["columns"][number]): Laid[] => named(view, heroes, name);

/** The picks of a seat that are known, with their names. */
export function picked(view: Look, seat: number): Laid[] {
  const heroes = (view.picks[seat] ?? []).map((hero) => ({ seat, hero }));
  return named(view, heroes, "pick");
}

function named(view: Look, heroes: readonly { seat: number; hero: string }[], place: string): Laid[] {
  const nth = new Map<string, number>();
  return heroes.map(({ seat, hero }) => {
    const key = `${seat}-${hero}`;
    const n = nth.get(key) ?? 0;
    nth.set(key, n + 1);
    const [thing, twin] = heroThing(view, seat, hero, place, n);
    return { card: hero, seat, thing, twin };
  });
}

/** The drawing of a card of a team. */
export function artOf(view: Look, seat: number, card: string): string {
  const team = view.teams[seat] ?? "red";
  if (card === "push") return `push_em_up-push-${team}`;
  return card === "super" ? `push_em_up-superpush-${team}` : `push_em_up-${team}-${card}`;
}

/** What another one discards is shown for as long as it is told. */
export const THROWN = "thrown";

/** So many heroes everybody starts with, in secret. */
export const picksOf = (view: Look): number => (view.teams.length === 2 ? 3 : 2);

export const option = (view: Look, name: string): unknown => view.options.find(([each]) => each === name)?.[1];

export function paths(events: readonly Event<"push_em_up">[], before: Look | null, after: Look): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  placesOf(after, before ?? undefined);
  const own = after.seat;
  for (const column of after.columns) for (const each of lined(after, column)) from[each.thing] = `seat-${each.seat}`;
  for (const each of held(after, own)) from[each.thing] = "deck";
  for (const each of events) if (each.event === "discarded") from[THROWN] = `seat-${each.seat}`;
  for (const each of picked(after, own)) from[each.thing] = `pick-${each.card}`;
  if (before) {
    for (const each of picked(before, own)) to[each.thing] = `pick-${each.card}`;
    const there = before.columns.flatMap((column) => lined(before, column));
    for (const each of there) to[each.thing] = `seat-${each.seat}`;
    const discarded = events.some((each) => each.event === "discarded" && each.seat === own);
    const pushed = events.find((each) => each.event === "pushed" || each.event === "super_pushed");
    const where = discarded || !pushed ? "discard" : `column-${pushed.column}`;
    for (const each of held(before, own)) to[each.thing] = where;
  }
  return { from, to };
}
