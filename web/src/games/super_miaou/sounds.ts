// What Super Miaou sounds like: fish that jingle, a washing machine, a mouse, and cats when the two of them are found.
import type { Sounds } from "../../kit/face";
import { each, later, times, type Key, type Sound } from "../../lib/sounds/sound";
import { bubbles, coin, marimba, meow, paper, riffle, splash, squeak, thump, wood } from "../../lib/sounds/voices";

const key: Key = { first: 523, scale: [0, 2, 4, 5, 7, 9, 11], voice: marimba };
const card = (): Sound => paper(2700);

export const sounds: Sounds<"super_miaou"> = {
  key,
  sample: meow(),
  of: {
    began: () => riffle(2700),
    turned_up: ({ cards }) => times(cards.length, 5, 0.08, (i) => [...paper(2700 + 180 * i), ...wood(420, 0.09, 0.05)]),
    bought: () => [...coin(), ...card()],
    binned: () => [...card(), ...thump(110, 0.12, 0.12)],
    returned: () => [...card(), ...wood(360, 0.12)],
    stolen: () => [...squeak(), ...paper(2700, 0.24)],
    shielded: () => [...squeak(), ...wood(500, 0.26), ...marimba(262, 0.27, 0.08)],
    replaced: card,
    not_replaced: () => wood(380),
    passed: () => wood(480),
    washed: ({ cards }) => (cards.length ? [...splash(), ...bubbles(cards.length + 2, 0.35)] : bubbles(2)),
    shuffled: () => riffle(2900, 10),
    drew: ({ n }) => riffle(2700, n),
    won: () => [
      ...each(0.26, [meow(0, 523), meow(0, 659), meow(0, 784, 0.5)]),
      ...later(each(0.13, [marimba(523), marimba(659), marimba(784), marimba(1047)]), 0.8),
    ],
    stopped: () => each(0.34, [meow(0, 470), meow(0, 400, 0.5)]),
  },
};
