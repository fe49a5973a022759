// Super Miaou's face: what the table shows of it.
import type { Face } from "../../kit/face";
import { byName } from "../../kit/art";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import { paths } from "./names";
import { pictures } from "./pictures";
import Seat from "./Seat.svelte";
import { words } from "./words";

export const face: Face<"super_miaou"> = {
  Stage: Board,
  Own: Board,
  shape: () => ({ broad: 30, tall: 32, beside: 32, least: 190 }),
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { eager: true, query: "?raw", import: "default" })),
  words,
  figure: () => ({ text: "", label: "" }),
  facts: (view, say) => [{ text: say("draw.round", { n: view.round, max: view.max_rounds }) }],
  aside: (view, seat, say) => {
    if (seat === null || !view.actors.includes(seat)) return "";
    const paid = { coins: say("draw.coins", { n: view.coins }), food: say("draw.food", { n: view.food }) };
    return say(view.food > 0 ? "face.purse_both" : "face.purse", paid);
  },
  paths,
  about: (event) => ("card" in event ? [`stack-${event.card}`] : []),
  gesture: (event) =>
    ({ won: "win", shuffled: "shuffle", stolen: "steal", shielded: "bump" })[event.event as string] ?? "",
};
