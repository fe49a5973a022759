// What is the same at every table, each game in its own key: one's turn, the ends, a "no", a word that arrives.
import { each, note, type Key, type Sound } from "./sound";
import { marimba, pop, wood } from "./voices";

/** Note after note, or chord after chord: none is louder than another. */
const played = (key: Key, every: number, ...chords: (readonly number[])[]): Sound =>
  each(
    every,
    chords.map((chord) =>
      chord.flatMap((degree) =>
        key.voice(note(key, degree)).map((part) => ({ ...part, loud: part.loud / chord.length ** 0.8 })),
      ),
    ),
  );

const TUNES = {
  turn: (key: Key) => played(key, 0.16, [2], [4]),
  win: (key: Key) =>
    played(key, 0.13, [0], [2], [4], [key.scale.length], [key.scale.length - 1], [2, key.scale.length]),
  lose: (key: Key) => played(key, 0.2, [4], [2], [1], [0]),
  shared: (key: Key) => played(key, 0.17, [0], [2], [0, 2], [2, 4]),
  no: (key: Key) => [...wood(key.first), ...wood(key.first * 0.8, 0.11)],
  word: (key: Key) => [...pop(key.first * 1.2), ...pop(key.first * 1.5, 0.09)],
} as const;

export type Tune = keyof typeof TUNES;

/** Where there is no game. */
export const HOME: Key = { first: 523, scale: [0, 2, 4, 7, 9], voice: marimba };

export const tune = (name: Tune, key: Key = HOME): Sound => TUNES[name](key);
