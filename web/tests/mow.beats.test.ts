// MOW's turns in beats: where every cow is after each event, as far as the viewer may know.
import { describe, expect, it } from "vitest";
import type { MowView } from "../src/generated/protocol";
import { beats, cowsOf, follow } from "../src/games/mow/beats";
import { placesOf, thingsOf } from "../src/games/mow/cows";
import { paths } from "../src/games/mow/paths";
import { eachBeat, holdsTogether, movesOf } from "./told";

const sorted = (names: readonly string[]) => [...names].sort();
/** What is drawn, whoever is to act. */
const drawn = (view: MowView) => {
  const { round, direction, herds, pile, sizes, stables, last_hands, last_stables, lost } = view;
  const { totals, gains, farmers, held, barn, spent } = view;
  const rest = { hand: sorted(view.hand), seen: sorted(view.seen), totals, gains, farmers, held, barn, spent };
  return { round, direction, herds, pile, sizes, stables, last_hands, last_stables, lost, ...rest };
};
/** Every name of a cow or a farmer that is read there. */
const names = (all: unknown): string[] =>
  (JSON.stringify(all).match(/"(\d+f*|a\d+|late|f\d+)"/g) ?? []).map((each) => each.slice(1, -1));
const things = (view: MowView) => {
  const { hand, herds } = placesOf(view);
  return { hand: hand.map(({ thing }) => thing), meadow: thingsOf(herds.flat()) };
};

describe("beats of MOW", () => {
  it("tell every event once, and end with what is known", () => {
    holdsTogether("mow", beats);
  });
  it("come to what the server says by themselves", () => {
    for (const { way, before, events, after } of movesOf("mow")) {
      const view = structuredClone(before);
      for (const event of events) follow(view, event, after);
      expect(drawn(view), way).toEqual(drawn(after));
    }
  });
  it("lose no cow", () => {
    eachBeat("mow", beats, ({ view }, before) => {
      if (cowsOf(view) !== cowsOf(before)) return `${cowsOf(view)} cows, not ${cowsOf(before)}`;
      if (view.seat >= 0 && view.hand.length !== view.sizes[view.seat]) return "a hand of another size";
      const hidden = [...view.sizes, ...view.stables, ...view.held, view.pile, view.barn];
      return hidden.some((n) => n < 0) ? "less than nothing" : "";
    });
  });
  it("tell nothing that was not told (MW-9)", () => {
    eachBeat("mow", beats, ({ view }, _, { before, events, after }) => {
      const told = new Set(names([before, events, after]));
      const more = names(view).filter((each) => !told.has(each));
      if (more.length) return more.join();
      // One's hand is told to oneself alone.
      return view.seat < 0 && view.hand.length + view.farmers.length > 0 ? "a spectator has no hand" : "";
    });
  });
  it("show a round's stables before its flies, and the flies before the next round (MW-21, MW-22)", () => {
    eachBeat("mow", beats, ({ events }) => {
      const kinds = new Set(events.map((each) => each.event));
      const ends = [kinds.has("stable_shown"), kinds.has("scored"), kinds.has("round_began")];
      return ends.filter(Boolean).length > 1 ? [...kinds].join() : "";
    });
  });
  it("let cows fly to and from the meadow and one's hand", () => {
    eachBeat("mow", beats, ({ view, events }, before) => {
      // Whatever is gathered for a new round just goes.
      if (events.some(({ event }) => event === "round_began" || event === "round_ended")) return "";
      const { from, to } = paths(events, before, view);
      const [old, now] = [things(before), things(view)];
      // Which of two twins is which is known to nobody: they may change places.
      const alone = (thing: string) => !/-\d$/.test(thing);
      const [was, is] = [old, now].map(({ hand, meadow }) => new Set([...hand, ...meadow].filter(alone)));
      return [
        ...[...(is ?? [])].filter((each) => !was?.has(each) && !from?.[each]),
        ...[...(was ?? [])].filter((each) => !is?.has(each) && !to?.[each]),
      ].join(" ");
    });
  });
});
