// Names of Super Miaou's cards and places on the page, and where they move.
import type { BoardProps, Event, Paths, View } from "../../kit/face";

type Look = View<"super_miaou">;
export type Say = BoardProps<"super_miaou">["say"];

/** Whose place is drawn large: one's own or, for who only watches, that of the seat that acts. */
export const ownerOf = (view: Look, seat: number | null): number => seat ?? view.actors[0] ?? view.winner ?? 0;

/** What is held (`Held`): "buy", "mouse" or "throw", what to do first; or "0" and "1", a card of the hand. */
export function heldCard(view: Look, owner: number, held: string): string {
  return held === "0" || held === "1" ? (view.places[owner]?.hand[Number(held)] ?? "") : "";
}

/** A Mouse is in the air, and looks for a hand. */
export const aims = (view: Look, owner: number, held: string): boolean =>
  held === "mouse" || heldCard(view, owner, held) === "mouse";

/** All cards of a seat, as everybody knows them: only where they are is hidden. */
export function cardsOf(view: Look, seat: number): string[] {
  const place = view.places[seat];
  if (!place) return [];
  const shown = place.hand.filter((card) => card !== "back" && card !== "empty");
  return [...shown, ...place.leftover.filter((card) => card !== ""), ...place.machine, ...place.unseen];
}

/** Cards by kind, in the order in which they came. */
export function counted(cards: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

/** A drawing's name for a card as a hand shows it: a card, `back` or `empty`. */
export const artOf = (card: string): string => `super_miaou-${card}`;

/** What a card pays in coins, for its corners; "" for nothing. */
export function numeral(view: Look, card: string): string {
  const worth = view.worth.find((each) => each.card === card);
  return worth && worth.coins > 0 ? String(worth.coins) : "";
}

/** What the hand that acts pays, in words; "" for nothing. */
export function paid(view: Look, say: Say): string {
  const coins = view.coins > 0 ? say("draw.coins", { n: view.coins }) : "";
  const food = view.food > 0 ? say("draw.food", { n: view.food }) : "";
  return coins && food ? say("face.both", { coins, food }) : coins || food;
}

/** How many turns a seat has finished: each ends with a new hand. */
function turns(view: Look, seat: number): number {
  const order = (each: number) => (each - view.first + view.places.length) % view.places.length;
  const acting = view.actors[0] ?? view.winner ?? view.first;
  return view.round + (order(seat) < order(acting) ? 1 : 0);
}

/** A card of a hand keeps its name until another lies in its place. */
export function handThing(view: Look, seat: number, position: number): string {
  return `hand-${seat}-${position}-${turns(view, seat)}-${view.places[seat]?.backpack ?? 0}`;
}

export const stackThing = (view: Look, card: string): string =>
  `stack-${card}-${view.market.find((each) => each.card === card)?.left ?? 0}`;

/** A place of a hand, filled or not. */
export const placeSpot = (seat: number, position: number): string => `place-${seat}-${position}`;

export function paths(events: readonly Event<"super_miaou">[], before: Look | null, after: Look): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  after.places.forEach((_, seat) => {
    for (const position of [0, 1]) {
      const now = handThing(after, seat, position);
      const drawn = events.some((each) => each.event === "drew" && each.seat === seat);
      from[now] = drawn ? `pack-${seat}` : placeSpot(seat, position);
      if (before && drawn) to[handThing(before, seat, position)] = `machine-${seat}`;
    }
  });
  for (const offer of after.market) from[stackThing(after, offer.card)] = `stack-${offer.card}`;
  for (const each of events) {
    if (!before) break;
    if (each.event === "bought") to[stackThing(before, each.card)] = `machine-${each.seat}`;
    if (each.event === "replaced") from[handThing(after, each.seat, each.position)] = `pack-${each.seat}`;
    if (each.event === "stolen") to[handThing(before, each.other, each.position)] = `machine-${each.seat}`;
    if (each.event === "binned" || each.event === "returned") {
      const at = before.places[each.seat]?.hand.indexOf(each.card) ?? -1;
      if (at >= 0) to[handThing(before, each.seat, at)] = each.event === "binned" ? "bin" : `stack-${each.card}`;
    }
    if (each.event === "stolen" || each.event === "shielded") {
      const at = before.places[each.seat]?.hand.indexOf("mouse") ?? -1;
      if (at >= 0) to[handThing(before, each.seat, at)] = "stack-mouse";
    }
  }
  return { from, to };
}
