// Push ’em up!’s turns in beats: where every card lies after each event, as far as the viewer may know.
import { describe, expect, it } from "vitest";
import { beats, follow } from "../src/games/push_em_up/beats";
import { held, lined, paths, picked, type Look } from "../src/games/push_em_up/names";
import { eachBeat, holdsTogether, movesOf } from "./told";

/** All that is known of a seat's cards: the viewer's own picks and hand are known beside what is unseen. */
function deckOf(view: Look, seat: number): string {
  const laid = view.columns.flatMap(({ heroes }) =>
    heroes.filter((each) => each.seat === seat).map(({ hero }) => hero),
  );
  const own = seat === view.seat ? [...(view.hands[seat] ?? []), ...(view.picks[seat] ?? [])] : [];
  return [...laid, ...own, ...(view.unseen[seat] ?? []), ...(view.out[seat] ?? [])].sort().join(" ");
}

describe("beats of Push ’em up!", () => {
  it("tell every event once, and end with what is known", () => {
    holdsTogether("push_em_up", beats);
  });
  it("come to what the server says by themselves", () => {
    for (const { way, before, events, after } of movesOf("push_em_up")) {
      const last = events.reduce((view, each, at) => follow(view, each, events.slice(at + 1)).at(-1) ?? view, before);
      expect(last, `${way} ${JSON.stringify(events)}`).toEqual(after);
    }
  });
  it("lose no card, and count what cannot be seen", () => {
    eachBeat("push_em_up", beats, ({ view }, before) => {
      const odd = view.teams.findIndex((_, seat) => {
        const unseen = [view.pile_sizes, ...(seat === view.seat ? [] : [view.hand_sizes, view.picked])];
        const sum = unseen.reduce((all, each) => all + (each[seat] ?? 0), 0);
        const own = seat === view.seat && view.hand_sizes[seat] !== view.hands[seat]?.length;
        return deckOf(view, seat) !== deckOf(before, seat) || sum !== view.unseen[seat]?.length || own;
      });
      return odd < 0 ? "" : `seat ${odd}: ${deckOf(before, odd)} became ${deckOf(view, odd)}`;
    });
  });
  it("show nobody’s hand and pick but the viewer’s, and picks that are told (PU-4, PU-5)", () => {
    eachBeat("push_em_up", beats, ({ view }, _, { events }) => {
      const told = (seat: number) => events.find((each) => each.event === "revealed" && each.seat === seat);
      const wrong = view.teams.findIndex((_, seat) => {
        if (seat === view.seat) return false;
        const picks = view.picks[seat] ?? [];
        const revealed = told(seat);
        const open = revealed?.event === "revealed" ? revealed.heroes.join() : "";
        return view.hands[seat]?.length !== 0 || (picks.length > 0 && picks.join() !== open);
      });
      return wrong < 0 ? "" : `seat ${wrong} shows its cards`;
    });
  });
  it("let every hero keep its name, and let nothing appear or vanish without a way", () => {
    const things = (view: Look) => [
      ...view.columns.flatMap((column) => lined(view, column)),
      ...picked(view, view.seat),
      ...held(view, view.seat),
    ];
    eachBeat("push_em_up", beats, ({ view, events }, before) => {
      const { from, to } = paths(events, before, view);
      const [old, now] = [before, view].map((each) => things(each).map(({ thing }) => thing));
      if (new Set(now).size !== now?.length) return `twice: ${now?.join(" ")}`;
      const come = now.filter((each) => !old?.includes(each) && !from?.[each]);
      const gone = (old ?? []).filter((each) => !now.includes(each) && !to?.[each]);
      return [...come, ...gone].join(" ");
    });
  });

  it("reveal all picks together, which then stay while it is said whose they are (PU-4)", () => {
    const revealing = movesOf("push_em_up").filter(({ events }) => events.some(({ event }) => event === "revealed"));
    expect(revealing.length).toBeGreaterThan(0);
    for (const { before, events, after } of revealing) {
      const told = beats(events, before, after).filter((beat) => beat.events[0]?.event === "revealed");
      expect(told.length).toBe(after.teams.length);
      expect(new Set(told.map(({ view }) => view)).size).toBe(1);
      expect(told[0]?.view.columns.map(({ heroes }) => heroes.length)).toEqual(after.columns.map(() => 1));
    }
  });
  it("lay a run card by card, and throw out one hero after the other (PU-12, PU-26)", () => {
    const sizes = { run: [] as number[][], super: [] as number[][] };
    for (const { before, events, after } of movesOf("push_em_up")) {
      const [event] = events;
      const kind = event?.event.startsWith("run_") ? "run" : event?.event === "super_pushed" ? "super" : null;
      if (!kind || !event || !("column" in event)) continue;
      const height = (view: Look) => view.columns.find(({ name }) => name === event.column)?.heroes.length ?? 0;
      const heights = [before, ...follow(before, event)].map(height);
      sizes[kind].push(heights.slice(1).map((each, i) => each - (heights[i] ?? 0)));
      if (kind === "super") expect(heights.length - 1).toBe("n" in event ? event.n : 0);
      expect(beats(events, before, after)[heights.length - 2]?.events).toEqual([event]);
    }
    expect(new Set(sizes.run.map(String))).toEqual(new Set(["1,1,1", "0,1,1"]));
    expect(sizes.super.length).toBeGreaterThan(0);
    expect(sizes.super.flat().every((each) => each === -1)).toBe(true);
  });
});
