// Push ’em up!’s face: what the table shows of it.
import type { Face } from "../../kit/face";
import { byName } from "../../kit/art";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import { option, paths } from "./names";
import { pictures } from "./pictures";
import Seat from "./Seat.svelte";
import { words } from "./words";

export const face: Face<"push_em_up"> = {
  Stage: Board,
  Own: Board,
  shape: () => ({ broad: 20, tall: 18, beside: 22, least: 112 }),
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { eager: true, query: "?raw", import: "default" })),
  words,
  figure: () => ({ text: "", label: "" }),
  facts: (view, say) =>
    option(view, "tournament") === true
      ? [{ text: say("draw.round", { round: view.round, target: option(view, "target") ?? 200 }) }]
      : [],
  paths,
  about: (event) => ("column" in event ? [`column-${event.column}`] : []),
  gesture: (event) => {
    const what: string = event.event;
    if (what === "pushed" || what === "super_pushed") return "push";
    if (what.endsWith("covered")) return "cover";
    return what === "column_taken" ? "win" : "";
  },
};
