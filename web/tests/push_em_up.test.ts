// Push ’em up!’s page: twins keep their names as they move, and a choice means the right action.
import { expect, test } from "vitest";
import type { PushEmUpView } from "../src/generated/protocol";
import {
  chosenCards,
  effectOf,
  goes,
  inRing,
  meaning,
  perform,
  read,
  stepsAt,
  thrownOut,
} from "../src/games/push_em_up/choice";
import { held, lined, paths } from "../src/games/push_em_up/names";
import { words } from "../src/games/push_em_up/words";

type Column = [string, [number, string][]];

function table(columns: Column[], hand: string[], out: string[] = []): PushEmUpView {
  return {
    seat: 0,
    actors: [0],
    phase: "play",
    options: [],
    teams: ["red", "blue"],
    round: 1,
    first: 0,
    columns: columns.map(([name, heroes]) => ({
      name,
      heroes: heroes.map(([seat, hero]) => ({ seat, hero })),
      sums: [0, 0],
      best: [0, 0],
      taker: null,
    })),
    picks: [[], []],
    picked: [0, 0],
    hands: [hand, []],
    hand_sizes: [hand.length, 3],
    pile_sizes: [9, 9],
    unseen: [[], []],
    out: [out, []],
    column_points: [0, 0],
    card_points: [0, 0],
    totals: [0, 0],
  };
}
const things = (view: PushEmUpView) =>
  Object.fromEntries(view.columns.map((each) => [each.name, lined(view, each).map(({ thing }) => thing)]));

test("a twin that is played stays itself, even before the other one", () => {
  const before = table(
    [
      ["a", [[1, "6"]]],
      ["b", [[0, "7"]]],
    ],
    ["7"],
  );
  const [there] = things(before)["b"] ?? [];
  const played = held(before, 0)[0]?.thing;
  const after = table(
    [
      [
        "a",
        [
          [1, "6"],
          [0, "7"],
        ],
      ],
      ["b", [[0, "7"]]],
    ],
    [],
  );
  paths([], before, after);
  expect(things(after)["b"]).toEqual([there]);
  expect(things(after)["a"]?.at(-1)).toBe(played);
});

test("no two things share a name", () => {
  const view = table(
    [
      [
        "a",
        [
          [0, "7"],
          [1, "7"],
          [1, "7"],
        ],
      ],
    ],
    ["7", "push", "push"],
    ["push"],
  );
  const names = [...(things(view)["a"] ?? []), ...held(view, 0).map(({ thing }) => thing)];
  expect(new Set(names).size).toBe(names.length);
});

test("a Push that is spent goes, and the other keeps its name", () => {
  const before = held(table([], ["push", "push"]), 0).map(({ thing }) => thing);
  const after = held(table([], ["push"], ["push"]), 0).map(({ thing }) => thing);
  expect(after).toEqual(before.slice(1));
});

test("what is covered flies to its owner, what is discarded to the discards", () => {
  const before = table([["a", [[1, "7"]]]], ["7", "2"]);
  const after = table([["a", [[0, "7"]]]], ["2"]);
  const { to, from } = paths([{ event: "covered", seat: 0, hero: "7", column: "a", other: 1 }], before, after);
  expect(to?.[things(before)["a"]?.[0] ?? ""]).toBe("seat-1");
  expect(from?.[held(after, 0)[0]?.thing ?? ""]).toBe("deck");
});

test("what is chosen, and a column, make an action", () => {
  const view = table([], ["7", "push", "super"]);
  expect(meaning(view, 0, { kind: "card", at: 0 }, "c")).toBe("play 7 c");
  expect(meaning(view, 0, { kind: "card", at: 1 }, "c")).toBe("push c");
  expect(meaning(view, 0, { kind: "pair", hero: "7" }, "c")).toBe("pair 7 c");
  expect(meaning(view, 0, { kind: "run" }, "c")).toBe("run c");
  expect(meaning(view, 0, { kind: "discard" }, "c")).toBe("");
  expect(meaning(view, 0, { kind: "super", steps: 2 }, "c")).toBe("super 2 c");
  const far = meaning(view, 0, { kind: "card", at: 2 }, "c");
  expect(goes(["super 1 c", "super 3 c"], far)).toBe(true);
  expect(goes(["super 1 d"], far)).toBe(false);
  expect(stepsAt(["super 1 c", "super 3 c"], "c")).toEqual([1, 3]);
});

test("what is held is a word, and says the same", () => {
  expect(read("card 2")).toEqual({ kind: "card", at: 2 });
  expect(read("pair 7")).toEqual({ kind: "pair", hero: "7" });
  expect(read("super 3")).toEqual({ kind: "super", steps: 3 });
  expect(read("far d")).toEqual({ kind: "far", column: "d" });
  expect(read("run")).toEqual({ kind: "run" });
  expect(read("")).toBeNull();
});

test("a Super Push asks how far only where it matters", () => {
  const [held, done] = [{ what: "card 2" }, [] as string[]];
  const attempt = (action: string) => done.push(action);
  perform("super ? c", ["super 1 c", "super 2 c"], attempt, held);
  expect(held.what).toBe("far c");
  perform("super ? d", ["super 1 d"], attempt, held);
  perform("play 7 c", ["play 7 c"], attempt, held);
  expect(done).toEqual(["super 1 d", "play 7 c"]);
});

test("what would go from a column is known before", () => {
  const column: Column = [
    "a",
    [
      [1, "3"],
      [1, "6"],
    ],
  ];
  const view = table([column], ["7", "6", "push"]);
  const [a] = view.columns;
  const legal = ["play 7 a", "play 6 a", "push a"];
  const effect = (what: string) => (a ? effectOf(view, 0, legal, read(what), a) : "");
  expect([effect("card 0"), effect("card 1"), effect("card 2"), effect("run")]).toEqual([
    "extend",
    "cover",
    "push",
    "",
  ]);
  expect(thrownOut(read("card 2"), "push")).toBe(1);
  expect(thrownOut(read("super 3"), "push")).toBe(3);
  expect(thrownOut(read("card 0"), "extend")).toBe(0);
});

test("a pair raises both, and a run is read along the ring", () => {
  const hand = held(table([], ["4", "7", "7"]), 0);
  expect([...chosenCards({ kind: "pair", hero: "7" }, hand)]).toEqual([1, 2]);
  expect(inRing(["0", "8", "9"])).toEqual(["8", "9", "0"]);
  expect(inRing(["3", "4", "5"])).toEqual(["3", "4", "5"]);
});

test("both languages say the same things, and French is spaced as it is printed", () => {
  expect(Object.keys(words.en)).toEqual(Object.keys(words.fr));
  for (const [key, text] of Object.entries(words.fr)) expect(text, key).not.toMatch(/ [!?;:]/);
});
