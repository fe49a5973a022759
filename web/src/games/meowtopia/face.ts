// Meowtopia's face: what the table needs to show it.
import { byName } from "../../kit/art";
import type { Event, Face, Paths } from "../../kit/face";
import Badge from "./Badge.svelte";
import Breakdown from "./Breakdown.svelte";
import Own from "./Own.svelte";
import Seat from "./Seat.svelte";
import Stage from "./Stage.svelte";
import { pictures } from "./pictures";
import { signed, type Meowtopia } from "./pieces";
import { words } from "./words";

/** Fields and sticks come from the supply, kittens from the reserve; food on a tile goes to who took it. */
function paths(events: readonly Event<"meowtopia">[], before: Meowtopia | null, after: Meowtopia): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  for (const each of events) {
    if (each.event === "field_placed") from[`field-${each.seat}-${each.x}-${each.y}`] = "supply";
    else if (each.event === "stick_placed") from[`stick-${each.seat}-${each.x}-${each.y}-${each.side}`] = "supply";
    else if (each.event === "food_found" && after.tile !== null) to[`tile-food-${after.tile}`] = `seat-${each.seat}`;
    else if (each.event === "engaged" || each.event === "lured") {
      const family = each.event === "lured" ? each.other : each.seat;
      const board = before?.boards[each.seat];
      const thing =
        each.role === "merchant"
          ? `merchant-${each.seat}-${board?.merchants.length ?? 0}`
          : `kitten-${each.seat}-${family}-${(board?.awake[family] ?? 0) + (board?.asleep[family] ?? 0)}`;
      from[thing] = each.event === "lured" ? `seat-${each.other}` : "reserve";
    }
  }
  return { from, to };
}

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
  about: (event) => {
    if (event.event === "stick_placed") return [`stick-${event.seat}-${event.x}-${event.y}-${event.side}`];
    return "x" in event ? [`field-${event.seat}-${event.x}-${event.y}`] : [];
  },
  gesture: (event) => (event.event === "field_irrigated" ? "irrigate" : ""),
  weighty: (action) => /^(dismiss|close|feed [1-9])/.test(action),
};
