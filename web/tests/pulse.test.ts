// Whether the other end is there: asked in time, called silent in time, given up in time; by a clock of our own.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pulse } from "../src/net/pulse";

let did: string[] = [];
let answers = true;
const pulse = new Pulse({
  idle: () => pulse.ask(),
  ask: () => {
    did.push(`ask ${performance.now() / 1000}`);
    if (answers) setTimeout(() => pulse.heard(), 50);
  },
  silent: (is) => is && did.push(`silent ${performance.now() / 1000}`),
  gone: () => did.push(`gone ${performance.now() / 1000}`),
});

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  did = [];
  answers = true;
});
afterEach(() => {
  pulse.end();
  vi.useRealTimers();
});

test("who answers is asked now and then, and never called silent", () => {
  pulse.heard();
  vi.advanceTimersByTime(60_000);
  expect(did).toHaveLength(14);
  expect(did.every((each) => each.startsWith("ask"))).toBe(true);
});

test("who is idle knows within ten seconds that nobody answers", () => {
  pulse.heard();
  answers = false;
  vi.advanceTimersByTime(10_000);
  expect(did).toEqual(["ask 4", "silent 8", "gone 9"]);
});

test("who waits for an answer knows within three", () => {
  pulse.heard();
  answers = false;
  vi.advanceTimersByTime(1000);
  pulse.sent(true);
  vi.advanceTimersByTime(5000);
  expect(did).toEqual(["ask 2.2", "silent 3.5", "gone 6"]);
});

test("who taps while it is asked need not wait for longer, nor who taps twice", () => {
  pulse.heard();
  answers = false;
  vi.advanceTimersByTime(5000);
  pulse.sent(true);
  vi.advanceTimersByTime(1000);
  pulse.sent(true);
  vi.advanceTimersByTime(3000);
  expect(did).toEqual(["ask 4", "ask 6.2", "silent 7.5", "gone 9"]);
});

test("a bot may think for long, as long as somebody is there", () => {
  pulse.heard();
  pulse.sent(true);
  vi.advanceTimersByTime(3900);
  expect(did).toEqual(["ask 1.2"]);
});

test("who slept asks first, before the other is called silent", () => {
  pulse.heard();
  answers = false;
  pulse.sent(true);
  // A lid that is closed: the clock goes on, timers do not.
  const slept = vi.spyOn(performance, "now").mockReturnValue(3_600_000);
  vi.advanceTimersByTime(1200);
  slept.mockRestore();
  answers = true;
  vi.advanceTimersByTime(1000);
  expect(did.filter((each) => !each.startsWith("ask"))).toEqual([]);
});
