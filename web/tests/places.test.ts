// Where things lie: the plane behind its window, the meadow's spots, the galaxy's lines.
import { describe, expect, it } from "vitest";
import { fit, held, zoomed } from "../src/kit/plane";
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

describe("a plane behind a window", () => {
  it("is shown whole and in the middle", () => {
    expect(fit(400, 200, 200, 200, 0.1, 2)).toEqual({ scale: 0.5, x: 0, y: 50 });
  });
  it("is not shown smaller than targets allow", () => {
    expect(fit(1000, 1000, 300, 300, 0.64, 2).scale).toBe(0.64);
  });
  it("keeps what is under the finger while it is zoomed", () => {
    const place = zoomed({ x: 10, y: 20, scale: 1 }, 2, 60, 70);
    expect([(60 - place.x) / 2, (70 - place.y) / 2]).toEqual([50, 50]);
  });
  it("cannot be pushed out of sight", () => {
    expect(held({ x: 9000, y: -9000, scale: 1 }, 400, 400, 300, 300)).toEqual({ x: 150, y: -250, scale: 1 });
  });
});

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
