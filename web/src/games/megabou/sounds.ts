// What Megabou sounds like: glass and air between the stars, and a monster that swallows.
import type { Sounds } from "../../kit/face";
import { each, note, type Key, type Sound } from "../../lib/sounds/sound";
import { crunch, glass, gulp, paper, pop, rumble, whoosh, wood } from "../../lib/sounds/voices";

const key: Key = { first: 440, scale: [0, 3, 5, 7, 10], voice: glass };
const stars = (...degrees: number[]): Sound =>
  each(
    0.14,
    degrees.map((degree) => glass(note(key, degree))),
  );
// Each colour is another note of the little one that is swallowed.
const COLOURS = ["red", "blue", "green", "yellow", "white"];

export const sounds: Sounds<"megabou"> = {
  key,
  sample: [...whoosh(400, 1700), ...gulp(0.3)],
  of: {
    galaxy_laid: () => stars(0, 1, 2, 3, 4, 5),
    sanctuary_dealt: () => paper(3100),
    sanctuary_dealt_hidden: () => paper(3100),
    started: () => stars(0, 4),
    swallowed: ({ colour }) => [
      ...whoosh(400, 1700),
      ...pop(500 + 90 * COLOURS.indexOf(colour), 0.24, 0.08),
      ...gulp(0.32),
    ],
    planet_devoured: () => [...crunch(3), ...gulp(0.36, 280), ...glass(note(key, 5), 0.6)],
    earth_devoured: () => [...rumble(), ...crunch(4, 0.35, 1100), ...gulp(0.85, 240)],
    kept: () => stars(2, 5),
    stolen: () => [...whoosh(2400, 600, 0, 0.4), ...pop(900, 0.34), ...glass(note(key, 3), 0.42, 0.06)],
    declined: () => wood(330),
    sanctuary_shown: ({ points }) => [...paper(3100), ...glass(note(key, Math.min(points, 9)), 0.1)],
    team_scored: () => stars(0, 2, 4),
  },
};
