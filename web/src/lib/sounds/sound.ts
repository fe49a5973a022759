// What a sound is: parts that begin, swell and die away. Data only, so that a game can say its sounds and a test can read
// them; lib/sounds/player makes them heard.

/** What is let through of a part; several bands of one part lie beside each other, like the resonances of a mouth. */
export interface Band {
  kind: "lowpass" | "highpass" | "bandpass";
  /** Hertz; more than one are glided through in equal times. */
  at: readonly number[];
  /** How narrow it is. */
  q: number;
  loud?: number;
}

/** Times are in seconds, pitches in hertz. */
export interface Part {
  wave: "sine" | "triangle" | "sawtooth" | "square" | "noise";
  at: number;
  long: number;
  /** At its loudest, of 1. */
  loud: number;
  /** How long until then. */
  swell: number;
  /** Glided through in equal times; noise has none. */
  pitch: readonly number[];
  bands: readonly Band[];
  /** It stays loud until its end is near, as a voice does; else it dies away as what is struck does. */
  held: boolean;
}

export type Sound = readonly Part[];

/** One note of an instrument. */
export type Voice = (pitch: number, at?: number, loud?: number) => Sound;

/** In which key a game's tunes are, and on what they are played. */
export interface Key {
  /** The first note of its scale, in hertz. */
  first: number;
  /** The scale, in semitones above it. */
  scale: readonly number[];
  voice: Voice;
}

export const lengthOf = (sound: Sound): number => Math.max(0, ...sound.map(({ at, long }) => at + long));

export const later = (sound: Sound, by: number): Sound => sound.map((part) => ({ ...part, at: part.at + by }));

/** All of them, so many seconds from one's begin to the next one's. */
export const each = (every: number, sounds: readonly Sound[]): Sound =>
  sounds.flatMap((sound, i) => later(sound, i * every));

/** `n` of them, but never more than `most`. */
export const times = (n: number, most: number, every: number, make: (i: number) => Sound): Sound =>
  each(
    every,
    Array.from({ length: Math.min(Math.max(n, 1), most) }, (_, i) => make(i)),
  );

/** A note of a key: 0 is its first, 1 the next of its scale; below and above the octave, too. */
export function note({ first, scale }: Key, degree: number): number {
  const octave = Math.floor(degree / scale.length);
  const step = scale[degree - octave * scale.length] ?? 0;
  return first * 2 ** (octave + step / 12);
}
