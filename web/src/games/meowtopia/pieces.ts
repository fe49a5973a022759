// Meowtopia's pieces as drawings and places: families, kittens, the plane of fields.
import type { View } from "../../kit/face";

export type Meowtopia = View<"meowtopia">;
export type Board = Meowtopia["boards"][number];

/** A family by its seat. */
const FAMILIES = ["tiger", "siam", "lynx", "fold"] as const;
export const familyOf = (seat: number): string => FAMILIES[seat] ?? "tiger";

export const kittenArt = (family: number, state: string): string => `meowtopia-kitten-${familyOf(family)}-${state}`;

/** A kitten, or several that nothing tells apart. */
export interface Kitten {
  family: number;
  state: "awake" | "asleep" | "merchant";
  /** How many they are. */
  n: number;
  /** The name by which it moves: the one that falls asleep stays where it sits. */
  thing: string;
  /** Of a merchant: which one, from 1. */
  merchant: number;
  ware: string;
  goods: number;
}

/** More than these are shown as groups: a family has six, only the last round can bring so many. */
const ONE_BY_ONE = 7;

/** The kittens of a seat: workers family by family, those awake first, then merchants. */
export function kittensOf(board: Board, seat: number): Kitten[] {
  const workers = board.awake.flatMap((awake, family) => {
    const asleep = board.asleep[family] ?? 0;
    return Array.from({ length: awake + asleep }, (_, i) => ({
      family,
      state: i < awake ? ("awake" as const) : ("asleep" as const),
      n: 1,
      thing: `kitten-${seat}-${family}-${i}`,
      merchant: 0,
      ware: "",
      goods: 0,
    }));
  });
  const merchants = board.merchants.map(({ family, ware, goods }, i) => ({
    family,
    state: "merchant" as const,
    n: 1,
    thing: `merchant-${seat}-${i}`,
    merchant: i + 1,
    ware,
    goods,
  }));
  const all: Kitten[] = [...workers, ...merchants];
  return all.length > ONE_BY_ONE ? grouped(all) : all;
}

function grouped(all: readonly Kitten[]): Kitten[] {
  const groups = new Map<string, Kitten>();
  for (const each of all) {
    const key = `${each.family} ${each.state} ${each.ware} ${each.goods}`;
    const known = groups.get(key);
    if (known) known.n += 1;
    else groups.set(key, { ...each });
  }
  return [...groups.values()];
}

export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the plane that fields take. */
export function boundsOf(board: Board): Bounds {
  const xs = board.fields.map(({ x }) => x);
  const ys = board.fields.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) + 1 - left, height: Math.max(...ys) + 1 - top };
}

/** The middle of a cell, or of its top or left edge, in cells from the corner of the bounds. */
export function middleOf(at: { x: number; y: number; side?: string }, bounds: Bounds): { x: number; y: number } {
  return {
    x: at.x - bounds.left + (at.side === "left" ? 0 : 0.5),
    y: at.y - bounds.top + (at.side === "top" ? 0 : 0.5),
  };
}

/** How many edges of a seat's fields have no stick. */
export function freeEdges(board: Board): number {
  const edges = board.fields.flatMap(({ x, y }) => [
    `${x} ${y} top`,
    `${x} ${y + 1} top`,
    `${x} ${y} left`,
    `${x + 1} ${y} left`,
  ]);
  const free = new Set(edges);
  for (const { x, y, side } of board.sticks) free.delete(`${x} ${y} ${side}`);
  return free.size;
}

export const wetOf = (board: Board): number => board.fields.filter(({ irrigated }) => irrigated).length;

export const headsOf = (board: Board): number => sum(board.awake) + sum(board.asleep) + board.merchants.length;

/** A number, or words that begin with one, with a true minus. */
export const signed = (n: number | string): string => String(n).replace(/^-/, "−");

export const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
