// Super Miaou's turns in beats: where every card lies after each event, as far as the viewer may know.
import { describe, expect, it } from "vitest";
import type { View } from "../src/kit/face";
import { beats, follow } from "../src/games/super_miaou/beats";
import { cardsOf, handThing, paths } from "../src/games/super_miaou/names";
import { eachBeat, holdsTogether, movesOf } from "./told";

type Look = View<"super_miaou">;

const sorted = (cards: readonly string[]) => [...cards].sort().join(" ");
/** All cards on the table, by kind. */
const every = (view: Look) =>
  sorted([
    ...view.market.flatMap(({ card, left }) => Array<string>(left).fill(card)),
    ...view.binned,
    ...view.places.flatMap((_, seat) => cardsOf(view, seat)),
  ]);
const hidden = ({ hand, leftover }: Look["places"][number]) =>
  hand.filter((card, at) => card === "back" && !leftover[at]).length;

describe("beats of Super Miaou", () => {
  it("tell every event once, and end with what is known", () => {
    holdsTogether("super_miaou", beats);
  });
  it("come to what the server says by themselves", () => {
    for (const { way, before, events, after } of movesOf("super_miaou")) {
      const last = events.reduce((view, event) => follow(view, event).at(-1) ?? view, before);
      expect(last, way).toEqual(after);
    }
  });
  it("lose no card, and count what cannot be seen", () => {
    eachBeat("super_miaou", beats, ({ view }, before) => {
      if (every(view) !== every(before)) return `${every(before)} became ${every(view)}`;
      const odd = view.places.find((each) => each.unseen.length !== each.backpack + hidden(each));
      return odd || view.places.some((each) => each.backpack < 0) ? JSON.stringify(odd) : "";
    });
  });
  it("turn up only what is told (SM-7)", () => {
    eachBeat("super_miaou", beats, ({ view, events }, before) => {
      const told = new Set(
        events.flatMap((each) => ("cards" in each ? each.cards : "card" in each ? [each.card] : [])),
      );
      const open = (each: Look, seat: number) =>
        each.places[seat]?.hand.filter((card) => !["back", "empty"].includes(card));
      const up = view.places.flatMap((_, seat) => {
        const old = open(before, seat) ?? [];
        return (open(view, seat) ?? []).filter((card) => !old.includes(card));
      });
      return up.every((card) => told.has(card)) ? "" : `${up.join()} were never told`;
    });
  });
  it("let nothing appear but out of a backpack, and nothing vanish", () => {
    eachBeat("super_miaou", beats, ({ view, events }, before) => {
      const { from, to } = paths(events, before, view);
      const places = view.places.flatMap((_, seat) => [0, 1].map((at) => [seat, at] as const));
      const wrong = places.filter(([seat, at]) => {
        const [was, now] = [before.places[seat]?.hand[at], view.places[seat]?.hand[at]];
        const [old, name] = [handThing(before, seat, at), handThing(view, seat, at)];
        if (was === "empty" && now !== "empty") return from?.[name] !== `pack-${seat}`;
        if (was !== "empty" && now === "empty") return !/^(machine-\d|bin|stack-\w+)$/.test(to?.[old] ?? "");
        return was !== "empty" && old !== name;
      });
      return wrong.length ? `hands ${wrong.join(" ")}` : "";
    });
  });

  it("show what a Mouse turns up before it goes (SM-21, SM-22)", () => {
    const found = movesOf("super_miaou").flatMap((move) => {
      const told = beats(move.events, move.before, move.after);
      const at = told.findIndex(({ events }) => events[0]?.event === "stolen");
      const [beat, next] = [told[at], told[at + 1]];
      const event = beat?.events[0];
      if (!beat || !next || event?.event !== "stolen") return [];
      const { seat, other, position, card } = event;
      const [, to] = [beat, paths(next.events, beat.view, next.view).to];
      return [
        {
          up: beat.view.places[other]?.hand[position] === card,
          gone: next.view.places[other]?.hand[position],
          where: to?.[handThing(beat.view, other, position)] === `machine-${seat}`,
        },
      ];
    });
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toEqual({ up: true, gone: "empty", where: true });
  });
  it("show the Cat and the Cape before anybody has won, and leave them where they lie (SM-9)", () => {
    const won = movesOf("super_miaou").filter(({ after }) => after.winner !== null);
    expect(won.length).toBeGreaterThan(0);
    for (const { before, events, after } of won) {
      const [shown, last] = beats(events, before, after).slice(-2);
      for (const view of [shown?.view, last?.view]) {
        expect(sorted(view?.places[after.winner ?? 0]?.hand ?? [])).toBe("cape cat");
      }
      expect([shown?.view.winner, last?.view.winner]).toEqual([null, after.winner]);
    }
  });
});
