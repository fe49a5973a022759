// Where things lie: the meadow's fields and kittens, the galaxy's lines.
import { describe, expect, it } from "vitest";
import { wayTo } from "../src/games/megabou/galaxy";
import { boundsOf, freeEdges, kittensOf, middleOf, type Board } from "../src/games/meowtopia/pieces";
import { words as megabou } from "../src/games/megabou/words";
import { words as meowtopia } from "../src/games/meowtopia/words";

const board = {
  awake: [2, 0],
  asleep: [1, 1],
  merchants: [],
  sticks: [{ x: 1, y: 0, side: "left" }],
  fields: [
    { x: 0, y: 0, irrigated: true },
    { x: 1, y: 0, irrigated: true },
  ],
} as unknown as Board;

describe("the meadow", () => {
  const bounds = boundsOf(board);
  it("is as large as its fields", () => {
    expect(bounds).toEqual({ left: 0, top: 0, width: 2, height: 1 });
    expect(middleOf({ x: 1, y: 0, side: "left" }, bounds)).toEqual({ x: 1, y: 0.5 });
  });
  it("has as many free edges as have no stick", () => {
    expect(freeEdges(board)).toBe(6);
  });
  it("lets a kitten fall asleep where it sits", () => {
    const tired = { ...board, awake: [1, 0], asleep: [2, 1] };
    expect(kittensOf(tired, 0).map(({ thing }) => thing)).toEqual(kittensOf(board, 0).map(({ thing }) => thing));
  });
  it("shows a crowd as groups, and nobody is lost", () => {
    const crowd = kittensOf({ ...board, awake: [6, 2], asleep: [3, 1] }, 0);
    expect(crowd.map(({ n }) => n)).toEqual([6, 3, 2, 1]);
  });
});

describe("the galaxy", () => {
  it("has eight lines from a card, and no more", () => {
    expect([2, 0, 35, 12, 9].map((cell) => wayTo(14, cell))).toEqual(["n", "nw", "se", "w", "ne"]);
    expect([14, 3, 34].map((cell) => wayTo(14, cell))).toEqual(["", "", ""]);
  });
});

it("says everything in both languages", () => {
  for (const words of [megabou, meowtopia]) expect(Object.keys(words.en)).toEqual(Object.keys(words.fr));
});
