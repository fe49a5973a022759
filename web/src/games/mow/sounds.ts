// What MOW sounds like: cards on grass, a cow that minds, flies, and a bell around every special neck.
import type { Sounds } from "../../kit/face";
import { each, times, type Key, type Sound } from "../../lib/sounds/sound";
import { cowbell, flies, moo, paper, pluck, riffle, whoosh, wood } from "../../lib/sounds/voices";
import { cowOf } from "./cows";

const key: Key = { first: 392, scale: [0, 2, 4, 7, 9], voice: pluck };
const card = (): Sound => paper(2300);

/** A bell rings for special cows; the others knock on the fence, the higher their number the higher. */
function played(name: string): Sound {
  const { sort, number } = cowOf(name);
  const said =
    sort === "plain" ? wood(420 + 16 * (number ?? 0), 0.07, 0.08) : cowbell(0.06, sort === "stopper" ? 480 : 600);
  return [...card(), ...said];
}

const taken = (n: number): Sound => [...moo(), ...flies(n, 0.5)];
const hired = (): Sound => each(0.11, [pluck(294), pluck(392), pluck(494)]);
const lost = (): Sound => [...card(), ...wood(330, 0.08)];

export const sounds: Sounds<"mow"> = {
  key,
  sample: taken(4),
  of: {
    round_began: () => [...riffle(2300), ...cowbell(0.45)],
    dealt: () => riffle(2300, 5),
    swapped: () => each(0.16, [whoosh(700, 2200), whoosh(2200, 700)]),
    cow_played: ({ cow }) => played(cow),
    cow_played_on: ({ cow }) => played(cow),
    herd_taken: ({ n }) => taken(n),
    herd_taken_from: ({ n }) => taken(n),
    herd_discarded: () => [...whoosh(500, 1500), ...wood(330, 0.25)],
    drew: card,
    drew_hidden: card,
    draw_missed: () => wood(300),
    reversed: () => each(0.1, [pluck(587), pluck(494), pluck(392)]),
    named: () => each(0.1, [pluck(392), pluck(587)]),
    herd_named: () => pluck(440),
    skipped: () => each(0.12, [wood(380), wood(300)]),
    farmer_played: hired,
    farmer_played_on: hired,
    farmers_drawn: () => riffle(2000, 2),
    farmers_drawn_hidden: () => riffle(2000, 2),
    cow_taken: lost,
    cow_taken_hidden: lost,
    cow_given: card,
    cow_given_hidden: card,
    cows_discarded: ({ cows }) => riffle(2100, cows.length),
    cow_lost: lost,
    cow_lost_hidden: lost,
    round_ended: () => each(0.2, [cowbell(), cowbell(), cowbell(0, 720)]),
    stable_shown: () => riffle(2500, 4),
    flies_ignored: () => each(0.12, [pluck(494), pluck(659)]),
    loved: () => each(0.12, [pluck(392), pluck(494), pluck(587), pluck(784)]),
    scored: ({ flies: n }) => (n > 0 ? flies(n / 2) : cowbell()),
    farmer_won: hired,
    farmer_won_hidden: hired,
    race_began: () => times(4, 4, 0.12, (i) => cowbell(0, 500 + 60 * i)),
    shouted: () => moo(0, 150, 1.1),
    starter_drawn: () => pluck(392),
  },
};
