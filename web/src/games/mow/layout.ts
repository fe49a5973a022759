// How big the cows of a herd can be, and how many stand in a row, so that every number stays readable.
import type { Column } from "./cows";

/** A card is this much higher than wide. */
const HIGH = 336 / 240;
/** Least part of a card's width that its right neighbour must leave free: its left number. */
const FREE = 0.4;
const GAP = 10;

export interface Room {
  wide: number;
  high: number;
  /** Widths of cards. */
  least: number;
  most: number;
  /** How much of an acrobat shows above the cow that carries it. */
  peek: number;
}

export interface Layout {
  /** Width of a card. */
  card: number;
  /** From one card's left edge to the next one's. */
  step: number;
  rows: Column[][];
  /** All of it is in the room; otherwise the room scrolls. */
  fits: boolean;
}

function rowsOf(columns: readonly Column[], rows: number): Column[][] {
  const each = Math.ceil(columns.length / rows);
  return Array.from({ length: rows }, (_, at) => columns.slice(at * each, (at + 1) * each)).filter((row) => row.length);
}

function height(rows: Column[][], card: number, peek: number): number {
  const stacked = rows.map((row) => 1 + peek * Math.max(0, ...row.map((column) => column.acrobats.length)));
  return stacked.reduce((sum, each) => sum + each * card * HIGH, 0) + (rows.length - 1) * GAP;
}

/** The biggest cards that fit; at the least size they may be taller than the room, which then scrolls. */
export function layout(columns: readonly Column[], { wide, high, least, most, peek }: Room): Layout {
  const count = Math.max(columns.length, 1);
  for (let card = most; card >= least; card -= 2) {
    for (let rows = 1; rows <= Math.min(3, count); rows++) {
      const split = rowsOf(columns, rows);
      const longest = Math.max(1, ...split.map((row) => row.length));
      const step = longest > 1 ? Math.min(card + GAP, (wide - card) / (longest - 1)) : 0;
      const free = longest > 1 ? step >= card * FREE : card <= wide;
      if (free && height(split, card, peek) <= high) return { card, step, rows: split, fits: true };
    }
  }
  const fit = Math.max(1, Math.floor((wide - least) / (least * FREE)) + 1);
  const split = rowsOf(columns, Math.ceil(count / fit));
  const longest = Math.max(1, ...split.map((row) => row.length));
  const step = longest > 1 ? Math.min(least + GAP, (wide - least) / (longest - 1)) : 0;
  return { card: least, step, rows: split, fits: false };
}
