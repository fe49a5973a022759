// What is heard when: only after a finger, a beat at a time, and while one looks elsewhere nothing but one's turn.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AnyEvent } from "../src/generated/protocol";
import { sounds } from "../src/games/mow/sounds";
import type { GameName, Sounds } from "../src/kit/face";
import { prefs } from "../src/lib/prefs.svelte";
import { beat, hearing, sample, sound } from "../src/lib/signal";
import { Device } from "./sounding";

// The page keeps the device that it has once made: so do we.
const device = new Device();
let made = 0;
vi.stubGlobal("AudioContext", function () {
  made += 1;
  return device;
});
const mow = sounds as unknown as Sounds<GameName>;
const taken = { event: "herd_taken", seat: 1, n: 3 } as AnyEvent;
const drew = { event: "drew_hidden", seat: 1, n: 1 } as AnyEvent;
let leave: () => void;

const heard = (what: () => void): number => {
  const before = device.sources.length;
  device.until(device.currentTime + 5); // whatever was heard before is over
  what();
  return device.sources.length - before;
};
function looks(here: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!here);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  prefs.sounds = true;
  leave = hearing(mow);
});
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

it("waits for a finger", () => {
  expect(heard(() => beat([taken], true))).toBe(0);
  expect(made).toBe(0);
  prefs.sounds = false;
  document.body.click();
  expect(made).toBe(0);
  prefs.sounds = true;
  document.body.click();
  expect(made).toBe(1);
  expect(heard(() => beat([taken], false))).toBe(mow.of.herd_taken?.(taken as never).length);
});

it("of what happens at once, lets the longest be heard, then whose turn it is", () => {
  document.body.click();
  const alone = heard(() => beat([taken], false));
  expect(heard(() => beat([taken, drew], false))).toBe(alone);
  expect(heard(() => beat([drew, taken], true))).toBeGreaterThan(alone);
  expect(heard(() => beat([{ event: "undone", seat: 0 } as unknown as AnyEvent], false))).toBe(0);
  expect(device.sources.every(({ stopped }) => stopped !== null)).toBe(true);
});

it("tells who looks elsewhere nothing but their turn", () => {
  document.body.click();
  looks(false);
  expect(device.state).toBe("suspended");
  expect(heard(() => beat([taken], false))).toBe(0);
  expect(heard(() => sound("word"))).toBe(0);
  const turn = heard(() => beat([taken], true));
  expect(turn).toBeGreaterThan(0);
  expect(device.state).toBe("running");
  looks(true);
  expect(heard(() => beat([], true))).toBe(turn);
});

it("is silent for who wants none, at once", () => {
  document.body.click();
  prefs.sounds = false;
  expect(heard(sample)).toBe(0);
  expect(device.state).toBe("suspended");
  expect(heard(() => beat([taken], true))).toBe(0);
  prefs.sounds = true;
  expect(heard(sample)).toBe(mow.sample.length);
});
