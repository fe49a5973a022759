// Sounds: every game has its own, short and soft, and what makes them is let go when they have ended.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameName } from "../src/kit/face";
import { tuneOf } from "../src/lib/ending";
import { perform, Player } from "../src/lib/sounds/player";
import { each, later, lengthOf, note, times } from "../src/lib/sounds/sound";
import { HOME, tune } from "../src/lib/sounds/tunes";
import { Device, games, soundsOf, TUNES } from "./sounding";

const names = Object.keys(games) as GameName[];
const LONGEST = 2; // seconds
// What a game is about: who looks away still knows what happens.
const MAIN: Record<GameName, string[]> = {
  megabou: ["swallowed", "planet_devoured", "earth_devoured", "kept", "stolen", "declined", "sanctuary_shown"],
  meowtopia: ["woke", "job_chosen", "food_brought", "gold_brought", "field_irrigated", "engaged", "fed", "unfed"],
  mow: ["cow_played", "cow_played_on", "herd_taken", "herd_taken_from", "drew", "reversed", "shouted", "scored"],
  push_em_up: ["revealed", "covered", "extended", "run_extended", "pushed", "super_pushed", "column_taken", "scored"],
  super_miaou: ["turned_up", "bought", "stolen", "shielded", "washed", "shuffled", "won", "stopped"],
};

describe.each(names)("%s", (game) => {
  it("is heard in all that matters", () => {
    expect(Object.keys(games[game].of)).toEqual(expect.arrayContaining(MAIN[game]));
  });
  it.each(["much", "little"] as const)("is short and soft, and lets go of everything (%s)", (which) => {
    for (const [name, sound] of Object.entries(soundsOf(game, which))) {
      const device = new Device();
      const ended = vi.fn();
      perform(device.context, sound, 0.02, 1, ended);
      expect(device.sources.length, name).toBe(sound.length);
      expect(sound.length, name).toBeGreaterThan(0);
      expect(lengthOf(sound), name).toBeLessThanOrEqual(LONGEST);
      for (const { kind, gain, frequency, started, stopped } of device.nodes) {
        for (const loud of [gain.value, ...gain.seen]) expect(loud, name).toBeLessThanOrEqual(1);
        for (const pitch of frequency.seen) {
          expect(pitch, name).toBeGreaterThan(50);
          expect(pitch, name).toBeLessThan(8000);
        }
        if (kind !== "oscillator" && kind !== "noise") continue;
        expect(started, name).toBeGreaterThanOrEqual(0.02);
        expect(stopped, name).toBeGreaterThan(started ?? 0);
        expect(stopped, name).toBeLessThanOrEqual(0.02 + LONGEST);
      }
      expect(ended).not.toHaveBeenCalled();
      device.until(3);
      expect(ended, name).toHaveBeenCalledOnce();
      expect(device.nodes.filter(({ to }) => to.size > 0).length, `${name}: still connected`).toBe(0);
    }
  });
  it("plays its tunes unlike each other", () => {
    const tunes = TUNES.map((name) => JSON.stringify(tune(name, games[game].key)));
    expect(new Set(tunes).size).toBe(TUNES.length);
  });
});

it("no two games sound the same", () => {
  const owner = new Map<string, GameName>();
  for (const game of names) {
    for (const [name, sound] of Object.entries(soundsOf(game))) {
      const heard = JSON.stringify(sound);
      expect(owner.get(heard) ?? game, `${game}: ${name}`).toBe(game);
      owner.set(heard, game);
    }
  }
});

describe("the player", () => {
  const long = later(tune("turn"), 0);
  let device: Device;
  let made: number;
  let player: Player;
  beforeEach(() => {
    vi.useFakeTimers();
    device = new Device();
    made = 0;
    player = new Player(() => {
      made += 1;
      return device.context;
    });
    return () => vi.useRealTimers();
  });

  it("makes nothing before it is allowed to", () => {
    player.play(long);
    expect([made, device.nodes.length]).toEqual([0, 0]);
    player.allow();
    player.allow();
    expect([made, device.state]).toEqual([1, "running"]);
    player.play(long);
    expect(device.sources.length).toBe(long.length);
  });
  it("leaves out what comes in a burst, and what interrupts is softer", () => {
    player.allow();
    player.play(long);
    player.play(long);
    expect(device.sources.length).toBe(long.length);
    const first = device.nodes.find(({ to }) => to.has(device.destination));
    device.until(0.3);
    player.play(long);
    expect(device.sources.length).toBe(2 * long.length);
    expect(first?.gain.seen.at(-1)).toBe(0);
    const outs = device.nodes.filter(({ to }) => to.has(device.destination));
    expect(outs.at(-1)?.gain.seen[0]).toBeLessThan(1);
  });
  it("sleeps when nothing is heard any more, and wakes for the next", () => {
    player.allow();
    player.play(long);
    vi.advanceTimersByTime(60_000);
    expect(device.state).toBe("running");
    device.until(2);
    vi.advanceTimersByTime(60_000);
    expect(device.state).toBe("suspended");
    player.play(long);
    expect(device.state).toBe("running");
    player.stop();
    expect(device.state).toBe("suspended");
    expect(device.nodes.some(({ to }) => to.has(device.destination))).toBe(false);
  });
  it("says nothing when the device refuses", async () => {
    device.resume = () => Promise.reject(new Error("no"));
    player.allow();
    player.play(long);
    await Promise.resolve();
    expect(device.sources.length).toBe(long.length);
  });
});

it("parts come one after the other, and keys go beyond their octave", () => {
  const two = each(0.5, [tune("word"), tune("word")]);
  expect(lengthOf(two)).toBeCloseTo(0.5 + lengthOf(tune("word")));
  expect(times(9, 3, 0.1, () => tune("no")).length).toBe(3 * tune("no").length);
  expect(times(0, 3, 0.1, () => tune("no")).length).toBe(tune("no").length);
  expect(note(HOME, HOME.scale.length)).toBeCloseTo(2 * HOME.first);
  expect(note(HOME, -HOME.scale.length)).toBeCloseTo(HOME.first / 2);
});

it("the end has a tune for who wins, who loses, and who shares", () => {
  const ended = { ranks: [1, 2, 1, 2], scores: [5, 3, 5, 3], teams: [] as number[][] };
  const teams = [
    [0, 2],
    [1, 3],
  ];
  expect(tuneOf({ ...ended, own: [0] })).toBe("shared");
  expect(tuneOf({ ...ended, own: [0], teams })).toBe("win");
  expect(tuneOf({ ...ended, own: [1], teams })).toBe("lose");
  expect(tuneOf({ ...ended, own: [], teams })).toBe("win");
  expect(tuneOf({ ranks: [1, 1], scores: [0, 0], own: [0], teams: [] })).toBe("shared");
  expect(tuneOf({ ranks: [1, 2], scores: [1, 0], own: [0, 1], teams: [] })).toBe("win");
});
