// Meowtopia's pieces as drawings and places: families, kittens, the plane of fields.
import type { View } from "../../kit/face";

export type Meowtopia = View<"meowtopia">;
export type Board = Meowtopia["boards"][number];

/** A family by its seat. */
const FAMILIES = ["tiger", "siam", "lynx", "fold"] as const;
export const familyOf = (seat: number): string => FAMILIES[seat] ?? "tiger";

export const kittenArt = (family: number, state: string): string => `meowtopia-kitten-${familyOf(family)}-${state}`;

export interface Kitten {
  family: number;
  state: "awake" | "asleep";
  /** The name by which it moves: the one that falls asleep stays where it sits. */
  thing: string;
}

/** The workers of a seat one by one, family by family, those awake first. */
export function workersOf(board: Board, seat: number): Kitten[] {
  return board.awake.flatMap((awake, family) => {
    const asleep = board.asleep[family] ?? 0;
    return Array.from({ length: awake + asleep }, (_, i) => ({
      family,
      state: i < awake ? ("awake" as const) : ("asleep" as const),
      thing: `kitten-${seat}-${family}-${i}`,
    }));
  });
}

/** Workers counted, for a small panel: how many of a family are in a state. */
export function countsOf(board: Board): { family: number; state: string; n: number }[] {
  const found = ["awake", "asleep"].flatMap((state) =>
    (state === "awake" ? board.awake : board.asleep).map((n, family) => ({ family, state, n })),
  );
  board.merchants.forEach(({ family }) => {
    const known = found.find((each) => each.state === "merchant" && each.family === family);
    if (known) known.n++;
    else found.push({ family, state: "merchant", n: 1 });
  });
  return found.filter(({ n }) => n > 0);
}

/** A cell of the plane is so many units wide. */
export const CELL = 100;

export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the plane that matters: all fields and a cell around them. */
export function boundsOf(board: Board): Bounds {
  const xs = board.fields.map(({ x }) => x);
  const ys = board.fields.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - 1, Math.min(...ys) - 1];
  return { left, top, width: Math.max(...xs) + 2 - left, height: Math.max(...ys) + 2 - top };
}

/** The middle of a cell, or of its top or left edge, from the corner of the bounds. */
export function middleOf(at: { x: number; y: number; side?: string }, bounds: Bounds): { x: number; y: number } {
  const x = at.x - bounds.left + (at.side === "left" ? 0 : 0.5);
  const y = at.y - bounds.top + (at.side === "top" ? 0 : 0.5);
  return { x: x * CELL, y: y * CELL };
}

/** The spot nearest to a point, if it is not far from it; -1 for none. */
export function nearest(spots: Meowtopia["spots"], bounds: Bounds, x: number, y: number): number {
  let found = -1;
  let near = CELL * 0.75;
  spots.forEach((spot, i) => {
    const middle = middleOf(spot, bounds);
    const far = Math.hypot(middle.x - x, middle.y - y);
    if (far < near) [found, near] = [i, far];
  });
  return found;
}

/** A number, or words that begin with one, with a true minus. */
export const signed = (n: number | string): string => String(n).replace(/^-/, "−");

export const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
