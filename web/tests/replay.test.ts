// A replay: where an address leads, what a step says and to whom, which steps are chapters, and how it runs.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyEvent, Replay, ReplayStep } from "../src/generated/protocol";
import type { Face, GameName } from "../src/kit/face";

const prefs = vi.hoisted(() => ({ pace: "normal", motion: "full", language: "en" }));
const said = vi.hoisted(() => [] as string[]);
const speeds = vi.hoisted(() => [] as number[]);
vi.mock("../src/lib/prefs.svelte", () => ({ prefs }));
vi.mock("../src/lib/toasts.svelte", () => ({ announce: (text: string) => said.push(text) }));
vi.mock("../src/kit/motion", () => ({
  moved: (_: unknown, change: () => void, _paths: unknown, speed: number) => {
    change();
    speeds.push(speed);
    return Promise.resolve();
  },
  still: () => Promise.resolve(),
  skipMotion: () => undefined,
}));

import { captionOf, hashOf, momentsOf, whereOf } from "../src/lib/moments";
import { Show } from "../src/lib/replay.svelte";

const event = (what: string, seat?: number): AnyEvent =>
  ({ event: what, ...(seat === undefined ? {} : { seat }) }) as unknown as AnyEvent;
const tell = (each: { event: string }): string => (each.event.startsWith("silent") ? "" : `${each.event}.`);

/** A step of `seat`: what is heard by who watched, and what the seat itself hears. */
function step(seat: number | undefined, heard: AnyEvent[], own: AnyEvent[] = heard): ReplayStep {
  const view = { lies: heard.map((each) => each.event) } as unknown as ReplayStep["views"][string];
  return {
    events: { null: heard, "0": own, "1": heard },
    views: { null: view, "0": view, "1": view },
    ...(seat === undefined ? {} : { seat, action: "play 1" }),
  };
}

describe("an address", () => {
  test("says the step, and whose eyes", () => {
    expect(hashOf({ at: 12, eyes: null })).toBe("#12");
    expect(hashOf({ at: 12, eyes: 1 })).toBe("#12;as=1");
  });
  test.each([
    ["#12", { at: 12, eyes: null }],
    ["#12;as=1", { at: 12, eyes: 1 }],
    ["", { at: 0, eyes: null }],
    ["#MW-6", { at: 0, eyes: null }],
    ["#-3;as=x", { at: 0, eyes: null }],
    ["#99999999999999999999", { at: 0, eyes: null }],
  ])("%s leads somewhere", (hash, where) => {
    expect(whereOf(hash)).toEqual(where);
  });
});

describe("a step", () => {
  test("tells what the seat did, with its mark, not what came to others of it", () => {
    const made = step(1, [event("bought", 1), event("drew", 1), event("turned_up", 0)]);
    expect(captionOf(made, null, tell)).toEqual({ text: "bought. drew.", seat: 1 });
  });
  test("tells these eyes what they saw, and no more", () => {
    const made = step(0, [event("drew_hidden", 0)], [event("drew", 0)]);
    expect(captionOf(made, null, tell).text).toBe("drew_hidden.");
    expect(captionOf(made, 1, tell).text).toBe("drew_hidden.");
    expect(captionOf(made, 0, tell).text).toBe("drew.");
  });
  test("is told as far as there is room", () => {
    const long = "a".repeat(70);
    const made = step(1, [event(long, 1), event("b".repeat(70), 1)]);
    expect(captionOf(made, null, tell).text).toBe(`${long}.`);
  });
  test("that only others speak of is told by them; one without words is not", () => {
    expect(captionOf(step(1, [event("silent", 1), event("ended")]), null, tell).text).toBe("ended.");
    expect(captionOf(step(1, [event("silent", 1)]), null, tell).text).toBe("");
  });
});

describe("moments", () => {
  const face = {
    chapter: (events: AnyEvent[]) => (events.some((each) => each.event === "round_began") ? "Round" : ""),
  } as unknown as Face<GameName>;
  const ends = { first: "The deal", last: "The end" };
  const steps = [
    step(undefined, [event("dealt")]),
    step(0, [event("played", 0)]),
    step(1, [event("left", 1), event("round_began")]),
    step(0, [event("bot_plays", 0)]),
    step(1, [event("won", 1)]),
  ];
  test("are the begin, the chapters and the end, and what turned the game", () => {
    expect(momentsOf(steps, face, (key) => key, ends, [])).toEqual([
      { at: 0, text: "The deal", turn: false },
      { at: 2, text: "Round", turn: false },
      { at: 4, text: "The end", turn: false },
    ]);
    const turns = [
      { at: 1, text: "Ada +20" },
      { at: 2, text: "Bob +30" },
    ];
    expect(momentsOf(steps, face, (key) => key, ends, turns)).toEqual([
      { at: 0, text: "The deal", turn: false },
      { at: 1, text: "Ada +20", turn: true },
      { at: 2, text: "Round · Bob +30", turn: true },
      { at: 4, text: "The end", turn: false },
    ]);
  });
  test("a game without chapters has its two ends", () => {
    expect(momentsOf(steps, {} as Face<GameName>, (key) => key, ends, []).map(({ at }) => at)).toEqual([0, 4]);
  });
});

describe("a replay", () => {
  const steps = [
    step(undefined, [event("dealt")]),
    step(0, [event("one", 0), event("two", 0)]),
    step(1, [event("silent", 1)]),
    step(0, [event("three", 0)]),
  ];
  const replay = { steps, seats: [{}, {}] } as unknown as Replay;
  function shown(hash = ""): Show {
    const show = new Show(replay, {} as Face<GameName>, tell, whereOf(hash));
    show.stage.root = {} as HTMLElement;
    show.setSpeed(1);
    return show;
  }

  beforeEach(() => {
    prefs.pace = "normal";
    said.length = speeds.length = 0;
    vi.useFakeTimers({ now: 0 });
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("opens where the address leads, never beyond its ends or at a seat that is none", () => {
    expect([shown("#2;as=1").at, shown("#2;as=1").eyes]).toEqual([2, 1]);
    expect([shown("#99;as=9").at, shown("#99;as=9").eyes]).toEqual([3, null]);
  });

  test("plays the next step beat by beat, in its words, and jumps at once without a beat", async () => {
    const show = shown();
    show.next();
    expect([show.at, show.stage.caption?.text]).toEqual([1, "one."]);
    await vi.advanceTimersByTimeAsync(600);
    expect(show.stage.caption?.text).toBe("two.");
    await vi.runAllTimersAsync();
    expect([show.stage.busy, said]).toEqual([false, ["one.", "two."]]);
    show.to(3);
    expect([show.at, show.stage.busy, said.length]).toEqual([3, false, 2]);
  });

  test("goes on before a step is all shown: what it was about to show is not shown later", async () => {
    const show = shown();
    show.next();
    show.next();
    show.next();
    await vi.runAllTimersAsync();
    expect(show.at).toBe(3);
    expect(show.stage.view).toBe(steps[3]?.views["null"]);
    expect(said.at(-1)).toBe("three.");
  });

  test("runs to the end at its speed, and again from there", async () => {
    const show = shown();
    show.setSpeed(2);
    void show.run();
    await vi.advanceTimersByTimeAsync(0);
    expect([show.at, show.running]).toEqual([1, true]);
    await vi.runAllTimersAsync();
    expect([show.at, show.running]).toEqual([3, false]);
    // Three sentences of 600 ms, and a step without one, of 300: all at twice the speed.
    expect(Date.now()).toBe((3 * 600 + 300) / 2);
    expect(new Set(speeds)).toEqual(new Set([2]));
    void show.run();
    await vi.advanceTimersByTimeAsync(0);
    expect([show.at, show.running]).toEqual([1, true]);
    await vi.runAllTimersAsync();
  });

  test("where the device shows all at once a step stays all the same", async () => {
    prefs.pace = "once";
    const show = shown();
    void show.run();
    await vi.advanceTimersByTimeAsync(899);
    expect(show.at).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(show.at).toBe(2);
    await vi.runAllTimersAsync();
  });

  test("stops where somebody takes it in hand", async () => {
    const show = shown();
    void show.run();
    await vi.advanceTimersByTimeAsync(10);
    show.to(2);
    await vi.runAllTimersAsync();
    expect([show.at, show.running]).toEqual([2, false]);
    void show.run();
    show.pause();
    await vi.runAllTimersAsync();
    expect([show.at, show.running]).toEqual([3, false]);
  });

  test("has four speeds, and ends with the last", () => {
    const show = shown();
    const found = [-1, -1, 1, 1, 1, 1].map((by) => {
      show.faster(by);
      return show.speed;
    });
    expect(found).toEqual([0.5, 0.5, 1, 2, 4, 4]);
  });
});
