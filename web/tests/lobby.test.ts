// What the lobby says of a table: for whom it waits, in which order, in which words; which tables it asks for.
import { describe, expect, test, vi } from "vitest";

const prefs = vi.hoisted(() => ({ language: "fr" }));
vi.mock("../src/lib/prefs.svelte", () => ({ prefs }));

import type { SeatLine, TableNow } from "../src/generated/protocol";
import { span } from "../src/lib/ages";
import { askedFor, longer } from "../src/lib/lobby.svelte";
import type { Mine } from "../src/lib/mine.svelte";
import { companyOf } from "../src/lib/people";
import { ended, inOrder, othersOf, standingOf, type Standing } from "../src/lib/stands";
import { listed } from "../src/lib/together";
import { tx } from "../src/lib/words";

const seat = (kind: SeatLine["kind"], name = ""): SeatLine => ({ kind, name, level: "" });
const [ADA, BOB, CAMILLE] = ["Ada", "Bob", "Camille"].map((name) => seat("person", name)) as [
  SeatLine,
  SeatLine,
  SeatLine,
];
const BOT = seat("bot");
const OPEN = seat("open");

const table = (seats: SeatLine[], more: Partial<TableNow> = {}): TableNow => ({
  table: "t",
  game: "mow",
  phase: "playing",
  host: "Ada",
  seats,
  clock: { kind: "none", seconds: 0, increment: 0 },
  options: {},
  rated: false,
  made: 1000,
  turn: [],
  since: 2000,
  mine: [0],
  here: [],
  watchers: 0,
  next: "",
  ...more,
});

function said(standing: Standing, language: "fr" | "en" = "fr"): string {
  prefs.language = language;
  const text = tx(standing.say, { n: standing.n, other: listed(standing.names, language) });
  prefs.language = "fr";
  return text.replaceAll("\u202f", " ").replaceAll("\u00a0", " ");
}
const stands = (...given: Parameters<typeof table>): string => said(standingOf(table(...given)));

describe("a game that goes on", () => {
  test("it is my turn, since then", () => {
    const found = standingOf(table([ADA, BOB], { turn: [0, 1] }));
    expect(found).toMatchObject({ yours: true, since: 2000 });
    expect(said(found)).toBe("À toi de jouer !");
    expect(said(found, "en")).toBe("Your turn!");
  });

  test("of several on one device it says who", () => {
    expect(stands([ADA, BOB, CAMILLE], { mine: [0, 1], turn: [1] })).toBe("À Bob de jouer !");
    expect(stands([ADA, BOB, CAMILLE], { mine: [0, 1], turn: [0, 1] })).toBe("À vous de jouer !");
  });

  test("it is somebody else’s turn, since then", () => {
    const found = standingOf(table([BOB, ADA, BOT], { mine: [0], turn: [1, 2] }));
    expect(found).toMatchObject({ yours: false, since: 2000 });
    expect(said(found)).toBe("au tour d’Ada");
    expect(said(found, "en")).toBe("Ada’s turn");
    expect(stands([ADA, BOB, CAMILLE], { turn: [1, 2] })).toBe("attend Bob et Camille");
  });

  test("bots play while somebody is there, else they wait", () => {
    expect(stands([ADA, BOT], { turn: [1] })).toBe("les robots t’attendent");
    expect(stands([ADA, BOB, BOT], { turn: [2], here: [1] })).toBe("les robots jouent");
    expect(stands([ADA, BOT], { turn: [1], watchers: 1 })).toBe("les robots jouent");
    expect(standingOf(table([ADA, BOT], { turn: [1] })).since).toBe(0);
  });

  test("a bot that plays for me does not make it my turn", () => {
    const found = standingOf(table([seat("bot", "Ada"), BOB], { turn: [0] }));
    expect(found.yours).toBe(false);
    expect(said(found)).toBe("un robot joue à ta place");
  });
});

describe("a table that has not begun", () => {
  const lobby = (seats: SeatLine[], more: Partial<TableNow> = {}): string => stands(seats, { phase: "lobby", ...more });

  test("it waits for seats to be taken", () => {
    expect(lobby([ADA, OPEN])).toBe("attend 1 joueur");
    expect(lobby([ADA, OPEN, OPEN])).toBe("attend 2 joueurs");
    expect(standingOf(table([ADA, OPEN], { phase: "lobby" }))).toMatchObject({ since: 0, opened: 1000 });
  });

  test("it waits for who sits there and is away", () => {
    expect(lobby([ADA, BOB, CAMILLE], { here: [2] })).toBe("attend Bob");
  });

  test("all the others are there: they wait for me", () => {
    expect(standingOf(table([ADA, BOB, BOT], { phase: "lobby", here: [1] })).yours).toBe(true);
    expect(lobby([ADA, BOB, BOT], { here: [1] })).toBe("On t’attend !");
    expect(lobby([ADA, BOB], { here: [0, 1] })).toBe("prête à commencer");
    expect(lobby([ADA, BOT])).toBe("prête à commencer");
  });

  test("cards are dealt; it was closed; it is no more", () => {
    expect(stands([ADA, BOB], { phase: "sealing" })).toBe("on distribue les cartes");
    expect(stands([ADA, BOB], { phase: "closed" })).toBe("table fermée");
    expect(ended("missing").ended).toBe(true);
    expect(said(ended("missing"))).toBe("cette table n’existe plus");
  });
});

test("what waits for me comes first, then what is newest", () => {
  const lines = [
    { table: "a", yours: false, at: 9 },
    { table: "b", yours: true, at: 1 },
    { table: "c", yours: false, at: 10 },
    { table: "d", yours: true, at: 2 },
    { table: "e", yours: false, at: 9 },
  ];
  expect(inOrder(lines).map((each) => each.table)).toEqual(["d", "b", "c", "a", "e"]);
});

test("one plays with people by their names and with bots by their number", () => {
  const seats = [ADA, BOB, OPEN, BOT, seat("bot", "Camille"), BOT];
  expect(othersOf(seats, [0])).toEqual({ names: ["Bob", "Camille"], bots: 2 });
  expect(companyOf(othersOf(seats, [0]))).toBe("Bob, Camille et 2 robots");
  expect(companyOf({ names: ["Ada", "Bob", "Camille", "Zoé", "Max"] })).toBe("Ada, Bob, Camille et +2");
  expect(companyOf({ names: [], bots: 1 })).toBe("1 robot");
  expect(companyOf({ names: [] })).toBe("");
});

test("tables that are over are asked for as long as somebody may want a rematch", () => {
  const mine = (name: string, more: Partial<Mine> = {}): Mine => {
    return { table: name, game: "mow", names: [], over: false, at: 0, ...more };
  };
  const all = [
    mine("on"),
    mine("gone", { gone: true }),
    mine("late", { over: true, at: 900_000 }),
    mine("past", { over: true }),
    mine("next", { over: true, at: 900_000, next: "x" }),
  ];
  expect(askedFor(all, 1_000_000).map((each) => each.table)).toEqual(["on", "late"]);
});

test("a server that cannot answer is asked less and less often", () => {
  expect(longer(10_000, { after: 0 })).toBe(20_000);
  expect(longer(200_000, { after: 0 })).toBe(300_000);
  expect(longer(10_000, { after: 45 })).toBe(45_000);
});

test("ages have words for every unit, one and many", () => {
  const minute = 60_000;
  const words = (stem: string, ms: number): string => {
    const { unit, n } = span(ms);
    return tx(`${stem}.${unit}`, { n }).replaceAll("\u00a0", " ");
  };
  const ages = [0, 5 * minute, 3 * 60 * minute, 30 * 60 * minute, 49 * 60 * minute];
  expect(ages.map((each) => words("ago", each))).toEqual([
    "à l’instant",
    "il y a 5 min",
    "il y a 3 h",
    "il y a 1 jour",
    "il y a 2 jours",
  ]);
  expect(ages.map((each) => words("lasting", each))).toEqual([
    "depuis un instant",
    "depuis 5 min",
    "depuis 3 h",
    "depuis 1 jour",
    "depuis 2 jours",
  ]);
});
