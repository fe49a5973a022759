// Sounds as a real browser makes them: soft, never clipped, never silent, and quiet at their end.
import { expect, it } from "vitest";
import type { GameName } from "../src/kit/face";
import { perform } from "../src/lib/sounds/player";
import { lengthOf, type Sound } from "../src/lib/sounds/sound";
import { games, soundsOf } from "./sounding";

const RATE = 22050;
const WINDOW = 0.05; // seconds: what the ear takes together
const AFTER = 0.1;
const decibels = (loud: number): number => 20 * Math.log10(Math.max(loud, 1e-9));

/** The highest sample, the loudest window in decibels, and what is left when it is over. */
async function rendered(sound: Sound): Promise<[number, number, number]> {
  const context = new OfflineAudioContext(1, Math.ceil((lengthOf(sound) + AFTER) * RATE), RATE);
  perform(context, sound, 0, 1);
  const samples = (await context.startRendering()).getChannelData(0);
  const step = Math.round(WINDOW * RATE);
  let loudest = 0;
  for (let at = 0; at + step <= samples.length; at += step / 2) {
    const window = samples.subarray(at, at + step);
    loudest = Math.max(loudest, Math.sqrt(window.reduce((sum, each) => sum + each * each, 0) / step));
  }
  const left = samples.subarray(samples.length - Math.round((AFTER / 2) * RATE));
  const highest = (of: Float32Array) => of.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  return [highest(samples), decibels(loudest), highest(left)];
}

it.each(Object.keys(games) as GameName[])("%s is soft, and never silent", async (game) => {
  const wrong: string[] = [];
  for (const which of ["much", "little"] as const) {
    for (const [name, sound] of Object.entries(soundsOf(game, which))) {
      const [peak, loud, left] = await rendered(sound);
      if (peak > 0.21 || loud < -34 || loud > -20 || left > 0.001) {
        wrong.push(`${name} (${which}): peak ${peak.toFixed(2)}, ${loud.toFixed(1)} dB, ${left.toFixed(4)} left`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
