// MOW's face: cows in a meadow, flies by count, ear tags for the seats.
import { byName } from "../../kit/art";
import type { Face } from "../../kit/face";
import Badge from "./Badge.svelte";
import Breakdown from "./Breakdown.svelte";
import Own from "./Own.svelte";
import Seat from "./Seat.svelte";
import Stage from "./Stage.svelte";
import { beats } from "./beats";
import { paths } from "./paths";
import { pictures } from "./pictures";
import { sounds } from "./sounds";
import { words } from "./words";

const TARGET = 100;
const MANY = 5;

export const face: Face<"mow"> = {
  Stage,
  Own,
  // Whoever plays a stopper names one of all the others: each of them is a button there.
  shape: (seats) => ({
    broad: 26,
    tall: seats > MANY ? 34 : 29,
    beside: seats > MANY ? 36 : 34,
    least: seats > MANY ? 244 : 180,
  }),
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { query: "?raw", import: "default", eager: true })),
  words,
  sounds,
  hero: "mow-head",
  points: (n, say) => say("page.flies", { n }),
  figure: (view, seat, say) => {
    const n = view.totals[seat] ?? 0;
    return { text: String(n), label: say("page.flies", { n }), art: "mow-fly" };
  },
  facts: (view, say) => {
    const target = Number(view.options.find(([name]) => name === "target")?.[1] ?? TARGET);
    return [
      { text: say("page.round", { round: view.round }), brief: say("page.round.brief", { round: view.round }) },
      { text: say("page.target", { target }), brief: String(target), art: "mow-fly" },
    ];
  },
  aside: (view, _, say) => {
    if (["shout", "swap", "score", "over"].includes(view.phase)) return "";
    const told: string[] = [];
    if (view.barred) told.push(say("draw.barred"));
    const two = view.herds.length > 1 && ["play", "start"].includes(view.phase);
    if (two) told.push(say("page.on_herd", { herd: "abc".charAt(view.herd) }));
    if (view.pile === 0) told.push(say("page.last_round"));
    return told.join(" ");
  },
  paths,
  beats,
  chapter: (events, say) => {
    const began = events.find((each) => each.event === "round_began");
    return began ? say("page.round", { round: began.round }) : "";
  },
  about: (event) => ("cow" in event ? [`cow-${event.cow}*`] : []),
  gesture: (event) => {
    if (event.event === "herd_taken" || event.event === "herd_taken_from") return "swallow";
    return event.event === "shouted" ? "moo" : "";
  },
};
