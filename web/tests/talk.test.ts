// Talk: how much one may say, what appears at whose seat for how long, and where there is room for it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.mock("../src/lib/prefs.svelte", () => ({ prefs: { language: "en" } }));

import type { Chat, SeatInfo } from "../src/generated/protocol";
import { Bubbles } from "../src/lib/bubbles.svelte";
import { gap, placed, type Box } from "../src/lib/placing";
import { hushed, PHRASES, saidIn, spoken, talk } from "../src/lib/talk.svelte";
import en from "../src/words/en.json";

const line = (v: number, person: string, text: string, at = 0): Chat => {
  return { t: "chat", v, person, name: person.toUpperCase(), text, phrase: "", at };
};
const seats = [
  { person: "a", owner: "" },
  { person: "b", owner: "" },
  { person: "", owner: "c" },
  { person: "b", owner: "" },
] as SeatInfo[];

beforeEach(() => {
  vi.useFakeTimers();
  talk.hidden = [];
});
afterEach(() => {
  vi.advanceTimersByTime(60_000); // whatever was said is long ago
  vi.useRealTimers();
});

describe("what one may say", () => {
  it("is five lines in ten seconds, as the server takes them", () => {
    for (let i = 0; i < 4; i++) spoken();
    expect(talk.full).toBe(false);
    vi.advanceTimersByTime(4_000);
    spoken();
    expect(talk.full).toBe(true);
    vi.advanceTimersByTime(7_000);
    expect(talk.full).toBe(false);
  });
  it("is nothing for a moment, if the server says so", () => {
    hushed();
    expect(talk.full).toBe(true);
    vi.advanceTimersByTime(11_000);
    expect(talk.full).toBe(false);
  });
  it("has words for every phrase", () => {
    for (const phrase of PHRASES) {
      expect(en).toHaveProperty([`phrase.${phrase}`]);
      expect(saidIn({ text: "", phrase })).toBe((en as Record<string, string>)[`phrase.${phrase}`]);
    }
    expect(saidIn({ text: "Miaow", phrase: "" })).toBe("Miaow");
  });
});

describe("bubbles", () => {
  it("stand at the first seat of who speaks, whoever plays there now; who watches has none", () => {
    const bubbles = new Bubbles([]);
    bubbles.hear([line(1, "b", "x"), line(2, "c", "y"), line(3, "z", "w")], seats, 0);
    expect(bubbles.all.map(({ seat }) => seat)).toEqual([1, 2, null]);
  });
  it("are of what is new: not of what was said before, long ago, or by whom one does not hear", () => {
    const before = [line(4, "a", "before")];
    const bubbles = new Bubbles(before);
    talk.hidden = ["b"];
    const all = [...before, line(5, "a", "old", 1_000), line(6, "b", "hush", 60_000), line(7, "c", "new", 60_000)];
    expect(bubbles.hear(all, seats, 61_000).map(({ words }) => words)).toEqual(["new"]);
    expect(bubbles.hear(all, seats, 61_000)).toEqual([]);
  });
  it("give way to the next of the same person, and go after a while, long ones later", () => {
    const bubbles = new Bubbles([]);
    const lines = [line(1, "a", "one"), line(2, "a", "two"), line(3, "b", "long ".repeat(20))];
    bubbles.hear(lines, seats, 0);
    expect(bubbles.all.map(({ line: { v } }) => v)).toEqual([2, 3]);
    vi.advanceTimersByTime(4_900);
    expect(bubbles.all.length).toBe(2);
    vi.advanceTimersByTime(2_000);
    expect(bubbles.all.map(({ line: { v } }) => v)).toEqual([3]);
    vi.advanceTimersByTime(6_000);
    expect(bubbles.all).toEqual([]);
    bubbles.hear([...lines, line(4, "a", "three")], seats, 0);
    bubbles.end();
    expect(bubbles.all).toEqual([]);
  });
});

describe("where something small goes", () => {
  const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
  const room = box(0, 0, 400, 400);
  const seat = box(300, 100, 400, 150);
  const at = ({ left, top }: { left: number; top: number }, [w, h]: [number, number]) =>
    box(left, top, left + w, top + h);

  it("is straight beside it, if nothing is there", () => {
    const found = placed([80, 40], seat, room, [], [{ box: seat, cost: 0.1 }]);
    const where = at(found, [80, 40]);
    expect(found.free).toBe(true);
    expect(gap(where, seat)).toBeLessThan(10);
    expect(gap(where, box(310, 110, 390, 140))).toBeGreaterThan(0);
  });
  it("is never over what is needed, as long as there is room", () => {
    const never = [box(200, 0, 300, 300), box(300, 160, 400, 400)];
    const found = placed([80, 40], seat, room, never, []);
    expect(found.free).toBe(true);
    for (const each of never) expect(gap(at(found, [80, 40]), each) > 0 || found.left >= 300).toBe(true);
  });
  it("covers as little as can be where there is none, and stays in the window", () => {
    const found = placed([80, 40], seat, room, [box(0, 0, 400, 380)], []);
    expect(found.free).toBe(false);
    expect(found.top + 40).toBeGreaterThan(380);
    expect(found.top + 40).toBeLessThanOrEqual(400);
    const large = placed([500, 40], seat, room, [], []);
    expect(large).toEqual({ left: 0, top: 0, free: false });
  });
});
