// The galaxy as a picture: where its cards lie, which way a card is from the Megabou, which drawing it has.
import type { View } from "../../kit/face";

/** Of seats, or of teams where people win together. */
export const FILLS = ["#f59e4c", "#2aa6a1", "#e98bc0", "#b7a6f5"];

export const SIDE = 6;

/** Down and right. */
export const WAYS: Record<string, readonly [number, number]> = {
  n: [-1, 0],
  ne: [-1, 1],
  e: [0, 1],
  se: [1, 1],
  s: [1, 0],
  sw: [1, -1],
  w: [0, -1],
  nw: [-1, -1],
};

export const rowOf = (cell: number): number => Math.floor(cell / SIDE);
export const columnOf = (cell: number): number => cell % SIDE;

/** The direction in which one card sees another, if they share a line; "" if not. */
export function wayTo(from: number, to: number): string {
  const down = rowOf(to) - rowOf(from);
  const right = columnOf(to) - columnOf(from);
  if ((down === 0 && right === 0) || (down !== 0 && right !== 0 && Math.abs(down) !== Math.abs(right))) return "";
  const [one, two] = [Math.sign(down), Math.sign(right)];
  return Object.keys(WAYS).find((way) => WAYS[way]?.[0] === one && WAYS[way][1] === two) ?? "";
}

/** The drawing of the card on a cell. */
export function drawingOf(view: View<"megabou">, cell: number): string {
  const card = view.cards[cell] ?? "asteroid";
  const eaten = view.flipped[cell] ? "-devoured" : "";
  if (card === "earth") return `megabou-earth${eaten}`;
  if (card.endsWith("-planet")) return `megabou-planet-${card.replace("-planet", "")}${eaten}`;
  if (card === "black-hole") return "megabou-blackhole";
  if (card === "vortex") return "megabou-vortex";
  return `megabou-asteroid-${((cell * 7 + rowOf(cell)) % 3) + 1}`;
}

/** Whose own things one sees: who only watches sees those of whoever is to act. */
export const whoseOf = (view: View<"megabou">): number => (view.seat >= 0 ? view.seat : (view.actors[0] ?? 0));

/** How many planets of a colour ("earth" for Earth) are still whole. */
export function wholeOf(view: View<"megabou">, kind: string): number {
  const card = kind === "earth" ? kind : `${kind}-planet`;
  return view.cards.filter((each, cell) => each === card && !view.flipped[cell]).length;
}

/** The points that everybody sees: exact where the secret colour is known, else those that are sure. */
export function pointsOf(view: View<"megabou">, seats: readonly number[]): { n: number; sure: boolean } {
  let n = 0;
  let sure = true;
  for (const seat of seats) {
    const known = view.points[seat] ?? null;
    view.colours.forEach((colour, i) => {
      const won = view.trophies[seat]?.[i] ?? 0;
      if (known === null) n += colour === "yellow" ? 2 * won : won;
      if (known === null && won > 0 && colour !== "yellow") sure = false;
    });
    n += known ?? 0;
  }
  return { n, sure };
}
