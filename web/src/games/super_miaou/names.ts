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

/** How many hands a seat has had: each turn ends with a new one, which lies face down while the others play. */
function hands(view: Look, seat: number): number {
  const order = (each: number) => (each - view.first + view.places.length) % view.places.length;
  const acting = view.actors[0] ?? view.winner;
  if (acting === null) return view.round + 1;
  const drawn = acting === seat && view.places[seat]?.hand.includes("back");
  return view.round + (drawn || order(seat) < order(acting) ? 1 : 0);
}

/** A card of a hand keeps its name until the hand is washed: turned up or told by all, it stays itself. */
export function handThing(view: Look, seat: number, position: number): string {
  return `hand-${seat}-${position}-${hands(view, seat)}`;
}

export const stackThing = (view: Look, card: string): string =>
  `stack-${card}-${view.market.find((each) => each.card === card)?.left ?? 0}`;

/** A place of a hand, filled or not. */
export const placeSpot = (seat: number, position: number): string => `place-${seat}-${position}`;

export function paths(events: readonly Event<"super_miaou">[], before: Look | null, after: Look): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  for (const offer of after.market) from[stackThing(after, offer.card)] = `stack-${offer.card}`;
  after.places.forEach((_, seat) => {
    for (const position of [0, 1]) from[handThing(after, seat, position)] = `pack-${seat}`;
  });
  const acting = before?.actors[0];
  if (!before || acting === undefined) return { from, to };
  for (const [seat, { hand }] of before.places.entries()) {
    for (const position of hand.keys()) {
      // What goes out of another's hand was stolen.
      const where = seat === acting ? leaving(events, hand, position) : "";
      to[handThing(before, seat, position)] = where || `machine-${acting}`;
    }
  }
  for (const each of events) {
    if (each.event === "bought") to[stackThing(before, each.card)] = `machine-${each.seat}`;
  }
  return { from, to };
}

/** Where a card of the acting hand goes, if not into the washing machine: a Mouse goes home without another word. */
function leaving(events: readonly Event<"super_miaou">[], hand: readonly string[], position: number): string {
  for (const each of events) {
    const thrown = each.event === "binned" || each.event === "returned";
    if (thrown && hand.indexOf(each.card) === position) return each.event === "binned" ? "bin" : `stack-${each.card}`;
  }
  const sent = events.length === 0 || events.some((each) => each.event === "stolen" || each.event === "shielded");
  return sent && hand.indexOf("mouse") === position ? "stack-mouse" : "";
}
