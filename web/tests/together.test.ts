// Who plays with whom in words, who moves up when a table gets smaller, what was agreed on, how long ago.
import { expect, test } from "vitest";
import { span } from "../src/lib/ages";
import { CLOCKS, clockName, unusual, USUAL } from "../src/lib/customs";
import { movesUp, optionsFor, optionsWider } from "../src/lib/fewer";
import { inWords, swapped, type EachField, type Field } from "../src/lib/options";
import { listed, sidesInWords } from "../src/lib/together";

const sitter = (name: string, mine = false) => ({ name, mine, bot: false });
const PAIRS = [
  [0, 2],
  [1, 3],
];

test("names are joined as people say them", () => {
  expect(listed(["Ada", "Bob"], "fr")).toBe("Ada et Bob");
  expect(listed(["Ada", "Bob", "Zoé"], "en")).toBe("Ada, Bob and Zoé");
});

test("one's own side comes first, and oneself first in it", () => {
  const all = [sitter("Ada"), sitter("Bob"), sitter("Zoé"), sitter("Max", true)];
  expect(sidesInWords(PAIRS, all, "Toi", "fr")).toEqual(["Toi et Bob", "Ada et Zoé"]);
  expect(sidesInWords([[0], [1]], all.slice(0, 2), "Toi", "fr")).toEqual([]);
});

test("two on one device keep their names, and who watches hears all", () => {
  const two = [sitter("Ada"), sitter("Bob", true), sitter("Zoé"), sitter("Max", true)];
  expect(sidesInWords(PAIRS, two, "You", "en")).toEqual(["Bob and Max", "Ada and Zoé"]);
  const none = two.map(({ name }) => sitter(name));
  expect(sidesInWords(PAIRS, none, "You", "en")).toEqual(["Ada and Zoé", "Bob and Max"]);
});

test("gaps are closed in order, each move to a seat that is open by then", () => {
  expect(movesUp([true, false, true, false, true])).toEqual([
    [2, 1],
    [4, 2],
  ]);
  expect(movesUp([true, true, false])).toEqual([]);
});

test("options that name seats follow those who stay", () => {
  const each: Field = { name: "teams", kind: "each", value: null, choices: ["red", "purple", "green", "blue"] };
  const before: Field[] = [
    each,
    { name: "first", kind: "seat", value: null },
    { name: "age_order", kind: "order", value: null, seats: 4 },
    { name: "target", kind: "number", value: 200, low: 1, high: 999 },
    { name: "fierce", kind: "switch", value: false },
  ];
  const given = {
    teams: ["blue", "green", "red", "purple"],
    first: 3,
    age_order: [3, 1, 0, 2],
    target: 50,
    fierce: true,
  };
  const after = before.filter(({ name }) => name !== "fierce");
  const stays = [true, false, true, true];
  expect(optionsFor(given, before, after, stays)).toEqual({
    teams: ["blue", "red", "purple"],
    first: 2,
    age_order: [2, 0, 1],
    target: 50,
  });
  expect(optionsFor({ first: 1 }, before, after, stays)).toEqual({});
});

test("a seat more gets what is left", () => {
  const after: Field[] = [
    { name: "teams", kind: "each", value: null, choices: ["red", "purple", "green", "blue"] },
    { name: "age_order", kind: "order", value: null, seats: 3 },
    { name: "first", kind: "seat", value: null },
  ];
  const given = { teams: ["blue", "red"], age_order: [1, 0], first: 1, gone: true };
  expect(optionsWider(given, after)).toEqual({ teams: ["blue", "red", "purple"], age_order: [1, 0, 2], first: 1 });
  expect(optionsWider({}, after)).toEqual({});
});

test("who takes a team gives their own for it", () => {
  const teams: EachField = { name: "teams", kind: "each", value: null, choices: ["red", "purple", "green", "blue"] };
  expect(swapped(teams, ["red", "purple"], 0, "purple")).toEqual(["purple", "red"]);
  expect(swapped(teams, ["red", "purple"], 0, "green")).toEqual(["green", "purple"]);
  expect(swapped(teams, ["purple", "red"], 0, "red")).toBeNull();
});

test("only what is not as usual is said", () => {
  expect(unusual(USUAL)).toEqual([]);
  expect(unusual({ ...USUAL, clock: "move30", pace: "once", rated: true, talk: false })).toEqual([
    "clock.move30",
    "think.said.once",
    "rated.said",
    "talk.none",
  ]);
  for (const name of Object.keys(CLOCKS)) {
    expect(clockName({ seconds: 0, increment: 0, ...CLOCKS[name] })).toBe(name);
  }
  expect(clockName({ kind: "move", seconds: 7 })).toBe("");
  expect(clockName({})).toBe("none"); // as a table says it that has none
});

test("options are short lines in the words of the game", () => {
  const texts: Record<string, string> = {
    "option.mice": "Mice",
    "option.target": "Limit of flies",
    "option.first": "First player",
    "option.shout": "Tie for the start",
    "shout.random": "drawn",
  };
  const says = { say: (key: string) => texts[key] ?? key, has: (key: string) => key in texts };
  const fields: Field[] = [
    { name: "mice", kind: "switch", value: true },
    { name: "target", kind: "number", value: 100, low: 1, high: 999 },
    { name: "first", kind: "seat", value: null },
    { name: "shout", kind: "choice", value: "shout", choices: ["shout", "random"] },
  ];
  const words = { is: (what: string, value: string) => `${what}: ${value}`, no: "no" };
  const said = (given: Record<string, unknown>) => inWords(fields, given, says, ["Ada", "Bob"], words);
  expect(said({})).toEqual([]);
  expect(said({ mice: false, target: 50, first: 1, shout: "random" })).toEqual([
    "Mice: no",
    "Limit of flies: 50",
    "First player: Bob",
    "Tie for the start: drawn",
  ]);
});

test("ages are said by their largest unit", () => {
  expect(span(-5_000)).toEqual({ unit: "now", n: 0 });
  expect(span(59_999)).toEqual({ unit: "now", n: 0 });
  expect(span(5 * 60_000)).toEqual({ unit: "minutes", n: 5 });
  expect(span(3 * 3_600_000 + 1)).toEqual({ unit: "hours", n: 3 });
  expect(span(49 * 3_600_000)).toEqual({ unit: "days", n: 2 });
});
