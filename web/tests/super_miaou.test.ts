// Super Miaou's page: where cards come from and go to.
import { expect, test } from "vitest";
import type { SuperMiaouView } from "../src/generated/protocol";
import { handThing, numeral, paths, stackThing } from "../src/games/super_miaou/names";
import { words } from "../src/games/super_miaou/words";

function table(acting: number, round: number, hands: string[][], backpacks: number[], silver = 5): SuperMiaouView {
  return {
    seat: 0,
    actors: [acting],
    phase: "turn",
    options: [],
    first: 0,
    round,
    max_rounds: 200,
    market: [{ card: "silver", left: silver, price: 2, pay: "coins" }],
    worth: [
      { card: "silver", coins: 2, food: 0 },
      { card: "mouse", coins: 0, food: 0 },
    ],
    coins: 2,
    food: 0,
    places: hands.map((hand, seat) => ({
      colour: ["yarn", "paw"][seat] ?? "",
      hand,
      leftover: ["", ""],
      backpack: backpacks[seat] ?? 0,
      unseen: [],
      machine: [],
    })),
    binned: [],
    winner: null,
  };
}
const BACKS = ["back", "back"];

test("a bought card flies to the buyer's machine, the hand follows, a new one comes from the backpack", () => {
  const before = table(0, 3, [["silver", "start-yarn"], BACKS], [4, 4]);
  const after = table(1, 3, [BACKS, ["silver", "silver"]], [2, 4], 4);
  const { from, to } = paths(
    [
      { event: "bought", seat: 0, card: "silver" },
      { event: "drew", seat: 0, n: 2 },
    ],
    before,
    after,
  );
  expect(to?.[stackThing(before, "silver")]).toBe("machine-0");
  expect(to?.[handThing(before, 0, 0)]).toBe("machine-0");
  expect(from?.[handThing(after, 0, 1)]).toBe("pack-0");
  expect(handThing(after, 1, 0)).toBe(handThing(before, 1, 0));
});

test("a stolen card flies to the thief, its Mouse to the market, and the place is filled anew", () => {
  const before = table(0, 3, [["mouse", "silver"], BACKS], [4, 4]);
  const after = table(1, 3, [BACKS, ["silver", "gold"]], [2, 3]);
  const { from, to } = paths(
    [
      { event: "stolen", seat: 0, other: 1, position: 1, card: "silver" },
      { event: "replaced", seat: 1, position: 1 },
      { event: "drew", seat: 0, n: 2 },
    ],
    before,
    after,
  );
  expect(to?.[handThing(before, 1, 1)]).toBe("machine-0");
  expect(to?.[handThing(before, 0, 0)]).toBe("stack-mouse");
  expect(from?.[handThing(after, 1, 1)]).toBe("pack-1");
  expect(handThing(after, 1, 0)).toBe(handThing(before, 1, 0));
});

test("a card's corners say what it pays in coins, if anything", () => {
  const view = table(0, 1, [BACKS, BACKS], [2, 2]);
  expect(numeral(view, "silver")).toBe("2");
  expect(numeral(view, "mouse")).toBe("");
});

test("both languages say the same things, and French is spaced as it is printed", () => {
  expect(Object.keys(words.en)).toEqual(Object.keys(words.fr));
  for (const [key, text] of Object.entries(words.fr)) expect(text, key).not.toMatch(/ [!?;:]/);
});
