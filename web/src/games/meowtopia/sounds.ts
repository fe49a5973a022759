// What Meowtopia sounds like: a music box, kittens that wake, food that pops up, water that comes.
import type { Sounds } from "../../kit/face";
import { each, note, times, type Key, type Sound } from "../../lib/sounds/sound";
import { coin, crunch, meow, pop, splash, thump, tongue, wood } from "../../lib/sounds/voices";

const key: Key = { first: 698, scale: [0, 2, 4, 7, 9], voice: tongue };
const box = (...degrees: number[]): Sound =>
  each(
    0.13,
    degrees.map((degree) => tongue(note(key, degree))),
  );
const kitten = (pitch: number, at = 0): Sound => meow(at, pitch, 0.24);
const food = (n: number): Sound => times(n, 5, 0.1, (i) => pop(520 + 60 * i));
const steps = (n: number): Sound => times(2 * Math.max(n, 1), 6, 0.1, (i) => wood(i % 2 ? 620 : 540, 0, 0.1));

export const sounds: Sounds<"meowtopia"> = {
  key,
  sample: each(0.22, [kitten(760), kitten(900)]),
  of: {
    round_began: () => box(0, 2, 4),
    all_awake: () => [...kitten(900), ...pop(520, 0.26)],
    woke: ({ n }) => times(n, 3, 0.22, (i) => kitten(740 + 80 * i)),
    roused: () => kitten(680),
    sold: () => [...wood(480), ...coin(0.08, 1320)],
    job_chosen: () => [...wood(440), ...tongue(note(key, 1), 0.05, 0.06)],
    tile_taken: () => [...wood(440), ...tongue(note(key, 1), 0.05, 0.06)],
    food_found: ({ n }) => food(n),
    sent: ({ n }) => steps(n),
    tired: () => meow(0, 520, 0.4),
    food_brought: ({ n }) => food(n),
    gold_brought: ({ n }) => times(n, 4, 0.16, () => coin(0, 1320)),
    field_placed: () => [...thump(150, 0, 0.1), ...tongue(note(key, 0), 0.06, 0.05)],
    stick_placed: () => wood(700),
    field_irrigated: () => splash(),
    engaged: () => [...coin(0, 1320), ...kitten(800, 0.2)],
    lured: () => [...coin(0, 1320), ...meow(0.2, 620, 0.42)],
    end_called: () => box(4, 2, 4, 2),
    followed: () => steps(1),
    passed: () => pop(380, 0, 0.12),
    dismissed: () => meow(0, 560, 0.5),
    goods_lost: () => each(0.1, [wood(420), wood(340), wood(280)]),
    fed: ({ n }) => crunch(n, 0, 2100),
    unfed: () => meow(0, 430, 0.55),
    food_laid: () => food(2),
    food_laid_on: () => food(2),
    rounds_over: () => box(4, 2, 0),
    awake_at_the_end: ({ n }) => food(n),
    scored: () => box(0, 4),
  },
};
