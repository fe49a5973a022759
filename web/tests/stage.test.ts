// Turns in beats: what is shown when, with a clock of our own; nothing here waits.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyEvent, Told } from "../src/generated/protocol";
import type { Face, GameName } from "../src/kit/face";

const prefs = vi.hoisted(() => ({ pace: "calm", motion: "full", language: "en" }));
const flights = vi.hoisted(() => ({ n: 0, long: 300, skipped: 0 }));
vi.mock("../src/lib/prefs.svelte", () => ({ prefs }));
vi.mock("../src/kit/motion", () => ({
  moved: async (_: unknown, change: () => void) => {
    change();
    flights.n += 1;
    await new Promise((landed) => setTimeout(landed, flights.long));
  },
  still: () => new Promise((stands) => setTimeout(stands, 100)),
  skipMotion: () => (flights.skipped += 1),
}));

import { stands, stepsOf } from "../src/lib/beats";
import { Pasts } from "../src/lib/past.svelte";
import { Stage } from "../src/lib/stage.svelte";

const event = (what: string, seat = 1): AnyEvent => ({ event: what, seat }) as unknown as AnyEvent;
const tell = (each: { event: string }): string => (each.event === "silent" ? "" : `${each.event}.`);
const lies = (n: number) => ({ lies: n }) as unknown as Told["view"];

let heard = 0;
function told(n: number, events: AnyEvent[], more: Partial<Told> = {}): Told {
  heard += events.length;
  const plain = { t: "told", v: n, seat: 0, n: heard, all: false, legal: [], turn: n, undo: false, outcome: null };
  return { ...plain, events, view: lies(n), ...more } as Told;
}

interface Look {
  at: number;
  events: string[];
  lies: unknown;
  said: string;
}

function staged(face: Partial<Face<GameName>> = {}): { stage: Stage; looks: Look[] } {
  const stage = new Stage(face as Face<GameName>, tell);
  const looks: Look[] = [];
  stage.root = {} as HTMLElement;
  stage.jump(told(0, [event("dealt")], { all: true }));
  stage.onBeat = (events) => {
    const { view, caption } = stage;
    looks.push({
      at: Date.now(),
      events: events.map((each) => each.event),
      lies: (view as unknown as { lies: number }).lies,
      said: caption?.text ?? "",
    });
  };
  return { stage, looks };
}

beforeEach(() => {
  heard = 0;
  Object.assign(flights, { n: 0, long: 300, skipped: 0 });
  prefs.pace = "calm";
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a turn", () => {
  test("is shown event by event, each with its sentence, unmoving for more than 600 ms at calm", async () => {
    const { stage, looks } = staged();
    stage.push(told(1, [event("bought"), event("silent"), event("washed"), event("drew")], { legal: ["play 1"] }));
    expect(looks).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(looks.map(({ events }) => events)).toEqual([["bought"], ["silent", "washed"], ["drew"]]);
    expect(looks.map(({ said }) => said)).toEqual(["bought.", "washed.", "drew."]);
    const moved = flights.long + 100;
    const stood = looks.map(({ at }, i) => (looks[i + 1]?.at ?? Date.now()) - at - moved);
    expect(Math.min(...stood)).toBeGreaterThanOrEqual(600);
    expect(stage.busy).toBe(false);
    expect(stage.caption).toBeNull();
  });

  test("is not one's own to answer before all of it was shown", async () => {
    const { stage } = staged();
    const last = told(1, [event("a"), event("b")], { legal: ["play 1"] });
    stage.push(last);
    expect(stage.told?.v).toBe(0);
    await vi.advanceTimersByTimeAsync(1600);
    expect([stage.told?.v, stage.busy]).toEqual([1, true]);
    await vi.runAllTimersAsync();
    expect([stage.told, stage.busy]).toEqual([last, false]);
  });

  test("counts what was heard as it is shown", async () => {
    const { stage } = staged();
    stage.push(told(1, [event("a"), event("b")]));
    expect(stage.n).toBe(2);
    await vi.runAllTimersAsync();
    expect(stage.n).toBe(3);
  });

  test("lies as its game says in between, and at the end as it was told", async () => {
    const { stage, looks } = staged({
      beats: (events, _, after) =>
        events.map((each, i) => ({ view: (i < 1 ? lies(77) : after) as never, events: [each] })),
    });
    stage.push(told(1, [event("a"), event("b")]));
    await vi.runAllTimersAsync();
    expect(looks.map((each) => each.lies)).toEqual([77, 1]);
  });

  test("of one's own is answered in the same moment, and waits for nothing when nothing comes of it", async () => {
    const { stage, looks } = staged();
    stage.push(told(1, [event("played", 0)]), true);
    expect(looks).toMatchObject([{ at: 0, said: "" }]);
    await vi.advanceTimersByTimeAsync(flights.long);
    expect(stage.busy).toBe(false);
    stage.push(told(2, [event("played", 0), event("turned_up", 0)]), true);
    await vi.runAllTimersAsync();
    expect(looks.at(-1)).toMatchObject({ events: ["turned_up"], said: "turned_up." });
    expect(Date.now() - (looks.at(-1)?.at ?? 0)).toBeGreaterThanOrEqual(600);
  });

  test("at once waits for nothing: one step each, and only the last one flies", async () => {
    prefs.pace = "once";
    const { stage, looks } = staged();
    for (let n = 1; n < 10; n++) stage.push(told(n, [event("a"), event("b"), event("c")]));
    await vi.runAllTimersAsync();
    expect(looks).toHaveLength(9);
    expect(looks.every(({ said }) => said === "")).toBe(true);
    expect(flights.n).toBe(2); // the first, when nothing waited yet, and the last
    expect(Date.now()).toBe(2 * flights.long);
  });

  test("is told faster the brisker one likes it", () => {
    const long = (pace: "calm" | "normal" | "brisk" | "once"): number => stands(pace, ["Bot 1 buys a fish."], false);
    expect([long("normal"), long("brisk"), long("once")]).toEqual([600, 250, 0]);
    expect(stands("calm", ["x".repeat(90)], false)).toBe(1260);
    expect(stands("calm", ["x".repeat(900)], false)).toBe(1500);
    expect(stands("calm", [], false)).toBe(0);
  });

  test("that was taken back is not for the game to divide", () => {
    const face = { beats: () => [] as never } as unknown as Face<GameName>;
    const found = stepsOf(face, tell, [event("undone")] as never, lies(0), lies(1));
    expect(found).toMatchObject([{ view: lies(1), events: [event("undone")] }]);
  });

  test("tells who leaves and comes back beside the game's own beats, which never hear of it", () => {
    const asked: string[][] = [];
    const face = {
      beats: (all: AnyEvent[]) => {
        asked.push(all.map((each) => each.event));
        return all.map((each, i) => ({ view: lies(i + 1), events: [each] }));
      },
    };
    const all = ["left", "bought", "bot_plays", "drew", "came_back"].map((each) => event(each));
    const found = stepsOf(face as never, tell, all, lies(0), lies(2));
    expect(asked).toEqual([["bought", "drew"]]);
    expect(found.flatMap(({ events, view }) => events.map((each) => [each.event, view]))).toEqual([
      ["left", lies(0)],
      ["bot_plays", lies(0)],
      ["bought", lies(1)],
      ["drew", lies(2)],
      ["came_back", lies(2)],
    ]);
    const alone = stepsOf(face as never, tell, [event("left")] as never, lies(0), lies(0));
    expect(alone).toMatchObject([{ view: lies(0), events: [event("left")] }]);
  });

  test("flies with all that happens before the board changes again", () => {
    const [a, b, c] = ["a", "b", "c"].map((each) => event(each));
    const views = [lies(1), lies(1), lies(2)];
    const face = { beats: (all: AnyEvent[]) => all.map((each, i) => ({ view: views[i], events: [each] })) };
    views[1] = views[0] as never;
    const found = stepsOf(face as never, tell, [a, b, c] as never, lies(0), lies(2));
    expect(found.map(({ flown }) => flown)).toEqual([[a, b], [b], [c]]);
  });
});

describe("enough", () => {
  test("of one beat: the next is shown, and stands as long as ever", async () => {
    const { stage, looks } = staged();
    stage.push(told(1, [event("a"), event("b"), event("c")]));
    await vi.advanceTimersByTimeAsync(500);
    stage.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks.map(({ events }) => events[0])).toEqual(["a", "b"]);
    expect(flights.skipped).toBe(1);
    await vi.advanceTimersByTimeAsync(900);
    expect(looks).toHaveLength(2);
  });

  test("of all that waits: it is there at once", async () => {
    const { stage, looks } = staged();
    for (let n = 1; n < 20; n++) stage.push(told(n, [event("a"), event("b")]));
    expect(stage.long).toBe(true);
    await vi.advanceTimersByTimeAsync(flights.long);
    const before = Date.now();
    stage.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(Date.now()).toBe(before);
    expect(looks).toHaveLength(38);
    expect([stage.busy, stage.long, stage.told?.v]).toEqual([false, false, 19]);
  });

  test("many steps are played all the same, unless nobody sees the page", async () => {
    const { stage, looks } = staged();
    for (let n = 1; n < 20; n++) stage.push(told(n, [event("a")]));
    expect(looks).toHaveLength(1);
    vi.stubGlobal("document", { hidden: true });
    stage.push(told(20, [event("b")]));
    expect(stage.told?.v).toBe(20);
    await vi.runAllTimersAsync();
    expect([stage.busy, stage.told?.v, looks.length]).toEqual([false, 20, 2]);
  });

  test("when one's own time runs: what waits is there, and what comes waits for nothing", async () => {
    const { stage, looks } = staged();
    stage.push(told(1, [event("a"), event("b")]));
    stage.push(told(2, [event("c"), event("d")], { legal: ["pass"] }), false, true);
    await vi.advanceTimersByTimeAsync(flights.long);
    expect(looks.at(-1)).toMatchObject({ at: flights.long, events: ["c", "d"], said: "" });
    expect(stage.busy).toBe(false);
    stage.push(told(3, [event("e"), event("f")], { legal: ["pass"] }), false, true);
    await vi.advanceTimersByTimeAsync(flights.long);
    expect(stage.busy).toBe(false);
  });
});

describe("what was missed", () => {
  function played(): { pasts: Pasts; all: Told[] } {
    const pasts = new Pasts();
    const all = [told(0, [event("dealt")], { all: true }), told(1, [event("played", 0)])];
    all.push(told(2, [event("a"), event("b")]), told(3, [event("c")], { legal: ["play 2"] }));
    all.forEach((each, i) => {
      if (i === 1) pasts.acted(0);
      expect(pasts.note(each)).toBe(i === 1);
    });
    return { pasts, all };
  }

  test("since one's own last move is kept", () => {
    const { pasts, all } = played();
    expect(pasts.of(0)).toEqual({ from: all[0], since: all.slice(1) });
    expect(pasts.of(1)).toBeNull();
  });

  test("is shown again from where it began, then the newest lies there", async () => {
    const { pasts, all } = played();
    const { stage, looks } = staged();
    stage.jump(all[3] ?? null);
    looks.length = 0;
    prefs.pace = "once";
    void stage.again(pasts.of(0)!);
    expect(stage.view).toEqual(lies(0));
    await vi.runAllTimersAsync();
    expect(looks.map(({ events }) => events[0])).toEqual(["played", "a", "b", "c"]);
    expect(looks.map((each) => each.said)).toEqual(["played.", "a.", "b.", "c."]);
    expect(Date.now()).toBeGreaterThanOrEqual(4 * 600);
    expect([stage.view, stage.told, stage.busy]).toEqual([lies(3), all[3], false]);
  });

  test("lets what is told meanwhile wait", async () => {
    const { pasts, all } = played();
    const { stage, looks } = staged();
    stage.jump(all[3] ?? null);
    looks.length = 0;
    void stage.again(pasts.of(0)!);
    stage.push(told(4, [event("d")]));
    await vi.runAllTimersAsync();
    expect(looks.at(-1)).toMatchObject({ events: ["d"], lies: 4 });
    expect(stage.told?.v).toBe(4);
  });

  test("is gone when somebody else looks, even in the moment when it begins", async () => {
    const { pasts, all } = played();
    const { stage, looks } = staged();
    stage.jump(all[3] ?? null);
    void stage.again(pasts.of(0)!);
    const other = told(5, [], { seat: 1, all: true });
    stage.jump(other);
    looks.length = 0;
    await vi.runAllTimersAsync();
    expect(looks).toEqual([]);
    expect([stage.view, stage.busy]).toEqual([other.view, false]);
  });

  test("is told over what lies there after a reload: nobody knows what lay there before", async () => {
    const pasts = new Pasts();
    const last = told(9, [event("dealt"), event("played", 0), event("a")], { all: true });
    pasts.note(last);
    expect(pasts.of(0)).toMatchObject({ from: null, since: [{ events: [{ event: "played" }, { event: "a" }] }] });
    const { stage, looks } = staged();
    stage.jump(last);
    looks.length = 0;
    void stage.again(pasts.of(0)!);
    await vi.runAllTimersAsync();
    expect(looks.map((each) => [each.said, each.lies])).toEqual([
      ["played.", 9],
      ["a.", 9],
    ]);
  });

  test("is what it was before when a move is taken back", () => {
    const { pasts } = played();
    const before = pasts.of(0);
    pasts.acted(0);
    pasts.note(told(4, [event("played", 0)]));
    expect(pasts.of(0)?.since).toHaveLength(1);
    pasts.note(told(5, [event("undone", 0)]));
    expect(pasts.of(0)).toEqual(before);
  });

  test("is bounded", () => {
    const { pasts } = played();
    for (let n = 4; n < 200; n++) pasts.note(told(n, [event("a")]));
    const past = pasts.of(0)!;
    expect(past.since).toHaveLength(60);
    expect(past.from?.v).toBe(139);
  });
});
