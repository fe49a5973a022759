// Meowtopia's face: what the table needs to show it.
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
import { signed } from "./pieces";
import { sounds } from "./sounds";
import { words } from "./words";

/** As wide as a figure: from round 9 to 10 nothing moves. */
const FIGURE = "\u2007";

export const face: Face<"meowtopia"> = {
  Stage,
  Own,
  shape: () => ({ broad: 30, tall: 31, beside: 37, least: 196 }),
  watched: true,
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { query: "?raw", import: "default", eager: true })),
  words,
  sounds,
  hero: "meowtopia-kitten-tiger-awake",
  points: (n, say) => say("page.points", { n }),
  figure: (view, seat, say) => {
    const n = view.boards[seat]?.score.total ?? 0;
    return { text: signed(n), label: signed(say("page.points", { n })) };
  },
  facts: (view, say) => [
    {
      text: say("page.round", { n: String(view.round).padEnd(2, FIGURE) }),
      brief: say("page.round.brief", { n: view.round }),
    },
  ],
  aside: (view, seat, say) => {
    if (seat === null || !view.actors.includes(seat)) return "";
    switch (view.phase) {
      case "wake":
        return say("page.aside.wake");
      case "send":
        if (view.job === "food") return say("page.aside.food");
        return view.others_job && view.others_job !== view.job
          ? say("page.aside.others", { others_job: view.others_job })
          : "";
      case "field":
      case "stick":
        return view.due > 1 ? say("page.aside.due", { due: view.due }) : "";
      case "follow":
        return say("page.aside.follow", { others_job: view.others_job });
      case "evening":
        return say("page.dismiss.how");
      default:
        return "";
    }
  },
  paths,
  beats,
  chapter: (events, say) => {
    const began = events.find((each) => each.event === "round_began");
    return began ? say("page.round", { n: began.n }) : "";
  },
  about: (event) => {
    if (event.event === "stick_placed") return [`stick-${event.seat}-${event.x}-${event.y}-${event.side}`];
    return "x" in event ? [`field-${event.seat}-${event.x}-${event.y}`] : [];
  },
  gesture: (event) => (event.event === "field_irrigated" ? "irrigate" : ""),
  weighty: (action) => /^(dismiss|close|feed [1-9])/.test(action),
};
