// MOW's face: cows in a meadow, flies by count, ear tags for the seats.
import { byName } from "../../kit/art";
import type { Face } from "../../kit/face";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import Seat from "./Seat.svelte";
import { paths } from "./paths";
import { pictures } from "./pictures";
import { words } from "./words";

const TARGET = 100;

export const face: Face<"mow"> = {
  Stage: Board,
  Own: Board,
  shape: () => ({ broad: 26, tall: 29, beside: 31, least: 176 }),
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { query: "?raw", import: "default", eager: true })),
  words,
  figure: () => ({ text: "", label: "" }),
  facts: (view, say) => [
    { text: say("page.round", { round: view.round }) },
    { text: say("page.target", { target: Number(view.options.find(([name]) => name === "target")?.[1] ?? TARGET) }) },
  ],
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
  about: (event) => ("cow" in event ? [`cow-${event.cow}*`] : []),
  gesture: (event) => {
    if (event.event === "herd_taken" || event.event === "herd_taken_from") return "swallow";
    return event.event === "shouted" ? "moo" : "";
  },
};
