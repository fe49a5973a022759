// What a player has tapped first, and what a column tapped after it means. `held.what` says it in words:
// "card 2" (the third card of the hand), "pair 7", "run", "discard", "super 2" (a Super Push of two steps),
// "far d" (a Super Push in column D that still has to say how far).
import type { Held, Look } from "./names";

export type Chosen =
  | { kind: "card"; at: number }
  | { kind: "pair"; hero: string }
  | { kind: "super"; steps: number }
  | { kind: "far"; column: string }
  | { kind: "run" }
  | { kind: "discard" }
  | null;

/** What the chosen cards would do in a column; "" if the referee would say no. */
export type Effect = "" | "cover" | "extend" | "push";

/** Stands for the steps of a Super Push that are still to be chosen. */
export const HOW_FAR = "?";
export const STEPS = [1, 2, 3];

/** `held.what`, understood. */
export function read(what: string): Chosen {
  const [kind, rest = ""] = what.split(" ");
  if (kind === "card") return { kind, at: Number(rest) };
  if (kind === "pair") return { kind, hero: rest };
  if (kind === "super") return { kind, steps: Number(rest) };
  if (kind === "far") return { kind, column: rest };
  return kind === "run" || kind === "discard" ? { kind } : null;
}

/** The places in the hand of all that is chosen. */
export function chosenCards(chosen: Chosen, hand: readonly Held[]): Set<number> {
  if (chosen?.kind === "card") return new Set([chosen.at]);
  if (chosen?.kind === "run") return new Set(hand.keys());
  if (chosen === null || chosen.kind === "discard") return new Set();
  const card = chosen.kind === "pair" ? chosen.hero : "super";
  return new Set([...hand.keys()].filter((at) => hand[at]?.card === card));
}

/** The one card that is chosen; "" if there is none, or several. */
export function chosenCard(chosen: Chosen, hand: readonly Held[]): string {
  if (chosen?.kind === "card") return hand[chosen.at]?.card ?? "";
  return chosen?.kind === "super" || chosen?.kind === "far" ? "super" : "";
}

/** The action that a column asks for, legal or not; "" if nothing is chosen that goes to columns. */
export function meaning(view: Look, seat: number, chosen: Chosen, column: string): string {
  if (chosen === null || chosen.kind === "discard") return "";
  if (chosen.kind === "pair") return `pair ${chosen.hero} ${column}`;
  if (chosen.kind === "run") return `run ${column}`;
  if (chosen.kind === "super") return `super ${chosen.steps} ${column}`;
  const card = chosen.kind === "far" ? "super" : (view.hands[seat]?.[chosen.at] ?? "");
  if (card === "push") return `push ${column}`;
  if (card === "super") return `super ${HOW_FAR} ${column}`;
  return card === "" ? "" : `play ${card} ${column}`;
}

/** How far a Super Push may go in a column: the legal steps. */
export function stepsAt(legal: readonly string[], column: string): number[] {
  return STEPS.filter((n) => legal.includes(`super ${n} ${column}`));
}

/** Whether the action, or one of those that it stands for, is legal. */
export function goes(legal: readonly string[], action: string): boolean {
  const [verb, what, column = ""] = action.split(" ");
  return verb === "super" && what === HOW_FAR ? stepsAt(legal, column).length > 0 : legal.includes(action);
}

/** What the chosen cards would do in a column. */
export function effectOf(
  view: Look,
  seat: number | null,
  legal: readonly string[],
  chosen: Chosen,
  column: Look["columns"][number],
): Effect {
  if (seat === null) return "";
  const action = meaning(view, seat, chosen, column.name);
  if (action === "" || !goes(legal, action)) return "";
  const [verb, hero] = action.split(" ");
  if (verb === "push" || verb === "super") return "push";
  const last = column.heroes.at(-1)?.hero ?? "";
  const covers = verb === "run" ? view.hands[seat]?.includes(last) : hero === last;
  return covers ? "cover" : "extend";
}

/** How many heroes before the last one the chosen Push would throw out of a column. */
export function thrownOut(chosen: Chosen, effect: Effect): number {
  if (effect !== "push") return 0;
  if (chosen?.kind === "super") return chosen.steps;
  return chosen?.kind === "card" ? 1 : 0;
}

/** Do it; a Super Push that could go several steps first asks how far. */
export function perform(
  action: string,
  legal: readonly string[],
  attempt: (action: string) => void,
  held: { what: string },
): void {
  const [verb, what, column = ""] = action.split(" ");
  const steps = verb === "super" && what === HOW_FAR ? stepsAt(legal, column) : null;
  if (steps && steps.length > 1) held.what = `far ${column}`;
  else attempt(steps ? `super ${steps[0] ?? 1} ${column}` : action);
}

/** The values of a run in the order of the ring, for reading: 8, 9, 0. */
export function inRing(cards: readonly string[]): string[] {
  const values = cards.map(Number).sort((a, b) => a - b);
  const start = values.findIndex((value) => !values.includes((value + 9) % 10));
  return [...values.slice(start), ...values.slice(0, start)].map(String);
}
