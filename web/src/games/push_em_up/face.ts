// Push ’em up!’s face: what the table shows of it.
import type { Face } from "../../kit/face";
import { byName } from "../../kit/art";
import Badge from "./Badge.svelte";
import { beats } from "./beats";
import Breakdown from "./Breakdown.svelte";
import { option, paths, picksOf } from "./names";
import Own from "./Own.svelte";
import { pictures } from "./pictures";
import Seat from "./Seat.svelte";
import Stage from "./Stage.svelte";
import { sounds } from "./sounds";
import { words } from "./words";

export const face: Face<"push_em_up"> = {
  Stage,
  Own,
  shape: () => ({ broad: 20, tall: 18, beside: 22, least: 126 }),
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { eager: true, query: "?raw", import: "default" })),
  words,
  sounds,
  hero: "push_em_up-glove",
  points: (n, say) => say("face.points", { n }),
  figure: (view, seat, say) => {
    if (view.phase === "pick") {
      const [n, all] = [view.picked[seat] ?? 0, picksOf(view)];
      return { text: `${n}/${all}`, label: say("face.picked_by", { seat, n, all }) };
    }
    const points = (view.column_points[seat] ?? 0) + (view.card_points[seat] ?? 0);
    return { text: String(points), label: say("face.points_now", { points }) };
  },
  facts: (view, say) => {
    if (option(view, "tournament") !== true) return [];
    const target = Number(option(view, "target") ?? 200);
    return [
      { text: say("draw.round", { round: view.round, target }), brief: String(target), art: "push_em_up-i-crown" },
    ];
  },
  aside: (view, _, say) => (view.phase === "pick" ? say("face.pick_aside", { n: picksOf(view) }) : ""),
  paths,
  beats,
  chapter: (events, say) => {
    const began = events.find((each) => each.event === "round_started");
    if (began) return say("face.round", { round: began.round });
    if (events.some((each) => each.event === "revealed")) return say("face.opened");
    return "";
  },
  about: (event) => ("column" in event ? [`column-${event.column}`] : []),
  gesture: (event) => {
    const what: string = event.event;
    if (what === "pushed" || what === "super_pushed") return "push";
    if (what.endsWith("covered")) return "cover";
    return what === "column_taken" ? "win" : "";
  },
};
