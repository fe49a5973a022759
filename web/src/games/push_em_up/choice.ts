// What a player has tapped first, and what a column tapped after it means.
import type { Held, Look } from "./names";

export type Chosen =
  { kind: "card"; at: number } | { kind: "pair"; hero: string } | { kind: "run" } | { kind: "discard" } | null;

/** Stands for the steps of a Super Push that are still to be chosen. */
export const HOW_FAR = "?";

/** The places in the hand of all that is chosen. */
export function chosenCards(chosen: Chosen, hand: readonly Held[]): Set<number> {
  if (chosen?.kind === "card") return new Set([chosen.at]);
  if (chosen?.kind === "run") return new Set(hand.keys());
  if (chosen?.kind !== "pair") return new Set();
  return new Set([...hand.keys()].filter((at) => hand[at]?.card === chosen.hero));
}

/** The action that a column asks for, legal or not; "" if nothing is chosen that goes to columns. */
export function meaning(view: Look, seat: number, chosen: Chosen, column: string): string {
  if (chosen?.kind === "pair") return `pair ${chosen.hero} ${column}`;
  if (chosen?.kind === "run") return `run ${column}`;
  if (chosen?.kind !== "card") return "";
  const card = view.hands[seat]?.[chosen.at] ?? "";
  if (card === "push") return `push ${column}`;
  if (card === "super") return `super ${HOW_FAR} ${column}`;
  return card === "" ? "" : `play ${card} ${column}`;
}

/** How far a Super Push may go in a column: the legal steps. */
export function stepsAt(legal: readonly string[], column: string): number[] {
  return [1, 2, 3].filter((n) => legal.includes(`super ${n} ${column}`));
}

/** Whether the action, or one of those that it stands for, is legal. */
export function goes(legal: readonly string[], action: string): boolean {
  const [verb, what, column = ""] = action.split(" ");
  return verb === "super" && what === HOW_FAR ? stepsAt(legal, column).length > 0 : legal.includes(action);
}

/** The values of a run in the order of the ring, for reading: 8, 9, 0. */
export function inRing(cards: readonly string[]): string[] {
  const values = cards.map(Number).sort((a, b) => a - b);
  const start = values.findIndex((value) => !values.includes((value + 9) % 10));
  return [...values.slice(start), ...values.slice(0, start)].map(String);
}
