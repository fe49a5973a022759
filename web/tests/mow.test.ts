// MOW's meadow: how cows are read, where they stand, and where they come from.
import { describe, expect, it } from "vitest";
import type { MowView } from "../src/generated/protocol";
import { cowOf, endsOf, fliesOf, placesOf, wayOf, wordsAfter, type Column } from "../src/games/mow/cows";
import { paths } from "../src/games/mow/paths";
import { words } from "../src/games/mow/words";

function view(hand: string[], ...herds: string[][]): MowView {
  return { seat: 0, hand, herds, herd: 0 } as unknown as MowView;
}

function herd(...row: string[]): Column[] {
  return placesOf(view([], row)).herds[0] ?? [];
}

describe("a cow", () => {
  it("is read from its name", () => {
    expect(cowOf("12ff")).toEqual({ sort: "plain", number: 12, flies: 2 });
    expect(cowOf("0")).toEqual({ sort: "stopper", number: 0, flies: 5 });
    expect(cowOf("a9")).toEqual({ sort: "acrobat", number: 9, flies: 5 });
    expect(cowOf("late")).toEqual({ sort: "late", number: null, flies: 5 });
    expect(fliesOf(["7", "7fff", "16"])).toBe(8);
  });
  it("shows where it would go", () => {
    const standing = herd("4", "late", "9f");
    expect(["2", "12", "a9", "late"].map((each) => wayOf(each, standing))).toEqual(["left", "right", "up", "between"]);
    expect(wayOf("7", [])).toBe("start");
  });
});

describe("a herd", () => {
  it("carries its acrobats", () => {
    const columns = herd("4", "7ff", "a7", "a7", "late", "10");
    expect(columns.map((each) => each.name)).toEqual(["4", "7ff", "late", "10"]);
    expect(columns[1]?.acrobats.map((each) => each.thing)).toEqual(["cow-a7", "cow-a7-1"]);
    expect(endsOf(columns)).toEqual([4, 10]);
  });
  it("gives every twin a name of its own", () => {
    const places = placesOf(view(["7f", "7f"], ["3", "7f"]));
    const things = [...places.hand, ...places.herds.flat()].map((each) => each.thing);
    expect(new Set(things).size).toBe(4);
  });
});

describe("what moves", () => {
  it("comes from whoever played it, and goes to whoever takes it", () => {
    const [before, after] = [view(["5"], ["3", "7"]), view(["5"], ["3", "7", "9f"])];
    expect(paths([{ event: "cow_played", seat: 2, cow: "9f" }], before, after).from).toEqual({ "cow-9f": "seat-2" });
    const taken = paths([{ event: "herd_taken", seat: 1, n: 3 }], after, view(["5"], []));
    expect(taken.to).toEqual({ "cow-3": "seat-1", "cow-7": "seat-1", "cow-9f": "seat-1" });
  });
  it("is drawn from the pile", () => {
    const drew = paths([{ event: "drew", seat: 0, cows: ["8"] }], view(["5"], []), view(["5", "8"], []));
    expect(drew.from).toEqual({ "cow-8": "pile" });
  });
});

describe("words", () => {
  it("are the same in both languages", () => {
    expect(Object.keys(words.fr)).toEqual(Object.keys(words.en));
  });
  it("of an action are found among the legal ones", () => {
    expect(wordsAfter("f2", ["f2 1", "f2 3", "f20", "take"])).toEqual(["1", "3"]);
  });
});
