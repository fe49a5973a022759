// The voices that games make their sounds of: strings, bells, wood, paper, water, a few animals. Synthesised: no files.
import { later, times, type Band, type Part, type Sound, type Voice } from "./sound";

const part = (given: Partial<Part> & Pick<Part, "wave" | "long" | "loud">): Part => ({
  at: 0,
  swell: 0.006,
  pitch: [],
  bands: [],
  held: false,
  ...given,
});
const band = (kind: Band["kind"], q: number, ...at: number[]): Band => ({ kind, q, at });

// -- instruments -----------------------------------------------------------------------------------

/** A string, like a banjo's. */
export const pluck: Voice = (pitch, at = 0, loud = 0.11) => [
  part({ wave: "sawtooth", at, long: 0.42, loud, pitch: [pitch], bands: [band("lowpass", 1, pitch * 5, pitch * 1.5)] }),
];

/** Wood with a warm body: a marimba's. */
export const marimba: Voice = (pitch, at = 0, loud = 0.1) => [
  part({ wave: "sine", at, long: 0.5, loud, pitch: [pitch] }),
  part({ wave: "sine", at, long: 0.09, loud: loud * 0.35, pitch: [pitch * 3.95] }),
];

/** A tongue of metal: a music box. */
export const tongue: Voice = (pitch, at = 0, loud = 0.09) => [
  part({ wave: "sine", at, long: 0.7, loud, pitch: [pitch], swell: 0.003 }),
  part({ wave: "triangle", at, long: 0.16, loud: loud * 0.3, pitch: [pitch * 2.01], swell: 0.003 }),
  part({ wave: "sine", at, long: 0.05, loud: loud * 0.3, pitch: [pitch * 5.4], swell: 0.002 }),
];

/** Glass that rings, and once more from afar. */
export const glass: Voice = (pitch, at = 0, loud = 0.08) => [
  part({ wave: "sine", at, long: 0.8, loud, pitch: [pitch], swell: 0.02 }),
  part({ wave: "sine", at, long: 0.4, loud: loud * 0.3, pitch: [pitch * 2.76], swell: 0.01 }),
  part({ wave: "sine", at: at + 0.24, long: 0.6, loud: loud * 0.3, pitch: [pitch], swell: 0.03 }),
];

/** A toy's horn, as in an old game. */
export const toy: Voice = (pitch, at = 0, loud = 0.075) => [
  part({ wave: "square", at, long: 0.26, loud, pitch: [pitch], swell: 0.01, bands: [band("lowpass", 0.7, 2600, 900)] }),
];

/** A bell around a cow's neck. */
export function cowbell(at = 0, pitch = 540, loud = 0.07): Sound {
  return [1, 1.48].map((over) =>
    part({
      wave: "triangle",
      at,
      long: 0.3,
      loud,
      pitch: [pitch * over],
      swell: 0.003,
      bands: [band("bandpass", 1, pitch * 1.6)],
    }),
  );
}

// -- things ----------------------------------------------------------------------------------------

/** A knuckle on wood. */
export const wood: Voice = (pitch, at = 0, loud = 0.12) => [
  part({ wave: "sine", at, long: 0.11, loud, pitch: [pitch, pitch * 0.9], swell: 0.002 }),
  part({ wave: "noise", at, long: 0.03, loud: loud * 0.7, swell: 0.002, bands: [band("bandpass", 1.4, pitch * 3)] }),
];

/** A card that slides: brighter or darker by `pitch`. */
export const paper: Voice = (pitch, at = 0, loud = 0.25) => [
  part({ wave: "noise", at, long: 0.15, loud, swell: 0.05, bands: [band("bandpass", 1.1, pitch * 0.75, pitch * 1.3)] }),
];

/** Cards that are shuffled. */
export const riffle = (pitch: number, n = 7, at = 0): Sound =>
  later(
    times(n, 12, 0.05, (i) => paper(pitch * (1 + 0.05 * (i % 3)), 0, 0.21)),
    at,
  );

/** Something large that comes through the air. */
export const whoosh = (low: number, high: number, at = 0, long = 0.32, loud = 0.22): Sound => [
  part({ wave: "noise", at, long, loud, swell: long * 0.5, bands: [band("bandpass", 1.6, low, high, low * 1.3)] }),
];

export const pop: Voice = (pitch, at = 0, loud = 0.13) => [
  part({ wave: "sine", at, long: 0.09, loud, pitch: [pitch, pitch * 1.9], swell: 0.004 }),
];

/** A fist on a cushion. */
export const thump: Voice = (pitch, at = 0, loud = 0.13) => [
  part({ wave: "sine", at, long: 0.24, loud, pitch: [pitch * 1.7, pitch, pitch * 0.6], swell: 0.003 }),
  part({ wave: "noise", at, long: 0.09, loud: loud * 1.4, swell: 0.003, bands: [band("bandpass", 0.8, pitch * 5)] }),
];

/** Something heavy that rolls. */
export const rumble = (at = 0, long = 0.7, loud = 0.16): Sound => [
  part({ wave: "noise", at, long, loud: loud * 2.4, swell: long * 0.3, bands: [band("bandpass", 0.8, 220, 520, 180)] }),
  part({ wave: "triangle", at, long, loud: loud * 0.4, swell: long * 0.3, pitch: [98, 124, 82] }),
];

/** Teeth in something crisp. */
export const crunch = (n: number, at = 0, pitch = 1500): Sound =>
  later(
    times(n, 4, 0.11, (i) => [
      part({
        wave: "noise",
        long: 0.08,
        loud: 0.3 * Math.min(1, 1300 / pitch),
        swell: 0.004,
        bands: [band("bandpass", 1.2, pitch * (1 - 0.08 * i))],
      }),
      part({ wave: "square", long: 0.06, loud: 0.08, pitch: [pitch / 5, pitch / 8], bands: [band("lowpass", 1, 900)] }),
    ]),
    at,
  );

/** Two bright notes, the second one rings. */
export const coin = (at = 0, pitch = 1175): Sound => [
  part({ wave: "triangle", at, long: 0.08, loud: 0.07, pitch: [pitch], swell: 0.002 }),
  part({ wave: "triangle", at: at + 0.07, long: 0.42, loud: 0.08, pitch: [pitch * 1.335], swell: 0.002 }),
  part({ wave: "sine", at: at + 0.07, long: 0.16, loud: 0.03, pitch: [pitch * 3.34], swell: 0.002 }),
];

export const splash = (at = 0): Sound => [
  part({
    wave: "noise",
    at,
    long: 0.45,
    loud: 0.22,
    swell: 0.05,
    bands: [band("bandpass", 0.9, 900, 2600, 1100, 700)],
  }),
  ...bubbles(3, at + 0.14, 420),
];

/** They rise. */
export const bubbles = (n: number, at = 0, pitch = 360): Sound =>
  later(
    times(n, 8, 0.085, (i) => pop(pitch * (1 + 0.16 * ((i * 3) % 5)), 0, 0.12)),
    at,
  );

/** It goes down well. */
export const gulp = (at = 0, pitch = 330): Sound => [
  part({ wave: "triangle", at, long: 0.2, loud: 0.15, pitch: [pitch, pitch * 0.42, pitch * 0.5], swell: 0.02 }),
  ...pop(pitch * 0.75, at + 0.17, 0.1),
];

// -- animals ---------------------------------------------------------------------------------------

/** A throat and two resonances of a mouth that opens and shuts. */
const throat = (
  at: number,
  long: number,
  loud: number,
  pitch: readonly number[],
  mouth: readonly number[][],
): Sound => [
  part({
    wave: "sawtooth",
    at,
    long,
    loud,
    pitch,
    swell: long * 0.22,
    held: true,
    bands: mouth.map((formant, i) => ({ kind: "bandpass", q: 3 + 2 * i, at: formant, loud: i ? 0.6 : 1 })),
  }),
];

export const moo = (at = 0, pitch = 130, long = 0.8): Sound =>
  throat(
    at,
    long,
    0.26,
    [pitch * 0.94, pitch * 1.06, pitch * 1.1, pitch, pitch * 0.8],
    [
      [240, 420, 560, 480, 300],
      [760, 980, 1150, 1000, 800],
    ],
  );

export const meow = (at = 0, pitch = 560, long = 0.38): Sound =>
  throat(
    at,
    long,
    0.2 * Math.min((560 / pitch) ** 1.6, 1.2),
    [pitch * 0.85, pitch * 1.2, pitch * 1.25, pitch * 0.95, pitch * 0.72],
    [
      [480, 900, 1150, 800, 460],
      [2500, 2100, 1700, 1200, 900],
    ],
  );

/** A mouse: short and high. */
export const squeak = (at = 0): Sound => [
  part({ wave: "triangle", at, long: 0.09, loud: 0.08, pitch: [1500, 2300, 2000], swell: 0.015 }),
  part({ wave: "triangle", at: at + 0.11, long: 0.12, loud: 0.08, pitch: [1700, 2600, 1900], swell: 0.015 }),
];

/** Flies around a tail, the more the longer; their wings beat fast. */
export const flies = (n: number, at = 0): Sound => {
  const long = 0.35 + 0.05 * Math.min(n, 10);
  const beats = Array.from({ length: Math.round(long * 46) }, (_, i) => 208 + 20 * Math.sin(i * 0.9) + (i % 2) * 16);
  return [1, 1.19].slice(0, n > 2 ? 2 : 1).map((over) =>
    part({
      wave: "sawtooth",
      at,
      long,
      loud: 0.12,
      swell: long * 0.4,
      held: true,
      pitch: beats.map((each) => each * over),
      bands: [band("bandpass", 1.6, 700, 1300, 800)],
    }),
  );
};
