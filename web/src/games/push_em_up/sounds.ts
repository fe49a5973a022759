// What Push ’em up! sounds like: an old arcade, heroes that stack up, and a glove that pushes them off.
import type { Sounds } from "../../kit/face";
import { each, later, note, times, type Key, type Sound } from "../../lib/sounds/sound";
import { paper, riffle, thump, toy, whoosh, wood } from "../../lib/sounds/voices";

const key: Key = { first: 494, scale: [0, 2, 4, 5, 7, 9, 10], voice: toy };
const climb = (every: number, ...degrees: number[]): Sound =>
  each(
    every,
    degrees.map((degree) => toy(note(key, degree))),
  );
const card = (): Sound => paper(3300);
const laid = (n: number): Sound => times(n, 3, 0.12, (i) => [...card(), ...wood(380 + 90 * i, 0.06)]);
/** The one below is hit. */
const hit = (n: number): Sound => [...laid(n), ...thump(170, 0.1 + 0.12 * (n - 1), 0.12)];
const push = (n: number): Sound => [
  ...whoosh(500, 2000, 0, 0.2),
  ...later(
    times(n, 5, 0.13, (i) => thump(150 - 10 * i)),
    0.14,
  ),
];
const falls = (at: number): Sound => later(climb(0.09, 4, 2, 0), at);

export const sounds: Sounds<"push_em_up"> = {
  key,
  sample: [...push(1), ...falls(0.4)],
  of: {
    started: () => climb(0.12, 0, 0, 4),
    round_started: () => climb(0.12, 0, 0, 4),
    picked: () => [...card(), ...toy(note(key, 2), 0.06, 0.05)],
    picked_hidden: card,
    revealed: ({ heroes }) => [...laid(heroes.length), ...toy(note(key, 4), 0.3, 0.05)],
    drew: ({ cards }) => riffle(3300, cards.length),
    drew_hidden: ({ n }) => riffle(3300, n),
    covered: () => hit(1),
    extended: () => laid(1),
    pair_covered: () => hit(2),
    pair_extended: () => laid(2),
    run_covered: () => [...hit(3), ...climb(0.1, 0, 2, 4)],
    run_extended: () => [...laid(3), ...climb(0.12, 0, 1, 2)],
    pushed: () => [...push(1), ...falls(0.4)],
    super_pushed: ({ n }) => [...push(n), ...falls(0.3 + 0.13 * Math.min(n, 5))],
    discarded: card,
    ran_out: () => climb(0.14, 7, 4, 7, 4),
    column_taken: () => climb(0.11, 0, 2, 4, 7),
    column_lost: () => climb(0.16, 2, 0),
    scored: () => climb(0.12, 4, 7),
    standing: () => climb(0.12, 2, 4),
  },
};
