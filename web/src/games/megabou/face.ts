// Megabou's face: what the table needs to show it.
import { byName } from "../../kit/art";
import type { BoardProps, Face, Figure, View } from "../../kit/face";
import Badge from "./Badge.svelte";
import Breakdown from "./Breakdown.svelte";
import Own from "./Own.svelte";
import Seat from "./Seat.svelte";
import Stage from "./Stage.svelte";
import { beats } from "./beats";
import { FILLS, pointsOf } from "./galaxy";
import { paths } from "./paths";
import { pictures } from "./pictures";
import { sounds } from "./sounds";
import { words } from "./words";

type Megabou = View<"megabou">;

/** Points as everybody sees them; "+" where a secret colour may add to them. */
function figure(view: Megabou, seats: readonly number[], say: BoardProps<"megabou">["say"]): Figure {
  const { n, sure } = pointsOf(view, seats);
  return { text: sure ? String(n) : `${n}+`, label: say(sure ? "page.points" : "page.points.least", { n }) };
}

export const face: Face<"megabou"> = {
  Stage,
  Own,
  // A seventh of a tall table: then each card of the galaxy is large enough for a finger on the smallest phone too.
  shape: () => ({ square: true, broad: 20, tall: 13.6, beside: 30, least: 77 }),
  watched: true,
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { query: "?raw", import: "default", eager: true })),
  words,
  sounds,
  hero: "megabou-megabou-full",
  points: (n, say) => say("page.points", { n }),
  figure: (view, seat, say) => figure(view, [seat], say),
  teams: (view, names, say) =>
    view.teams.length === names.length
      ? []
      : view.teams.map((seats, n) => {
          const watching = !view.teams.some((each) => each.includes(view.seat));
          const key = watching ? `page.team.${n}` : seats.includes(view.seat) ? "page.team.own" : "page.team.other";
          return { name: say(key), colour: FILLS[n] ?? "", figure: figure(view, seats, say), seats };
        }),
  facts: (view, say) => {
    const n = view.minibous.filter(Boolean).length;
    return [{ text: say("page.left", { n }), brief: String(n), art: "megabou-minibou-green" }];
  },
  aside: (view, seat, say) => {
    if (seat === null || !view.actors.includes(seat)) return "";
    if (view.phase === "move") return say("page.aside.move", { need: view.need });
    return view.phase === "keep" || view.phase === "steal" ? say(`page.aside.${view.phase}`) : "";
  },
  paths,
  beats,
  chapter: (events, say) => {
    const eaten = events.find((each) => each.event === "planet_devoured" || each.event === "earth_devoured");
    if (!eaten) return "";
    const text = say("page.eaten", { card: "card" in eaten ? eaten.card : "earth" });
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  about: (event) => ("cell" in event ? [`cell-${event.cell}`] : []),
  gesture: (event) => {
    if (event.event === "swallowed") return "swallow";
    if (event.event === "planet_devoured" || event.event === "earth_devoured") return "devour";
    return event.event === "stolen" ? "steal" : "";
  },
};
