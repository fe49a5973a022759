// Megabou's face: what the table needs to show it.
import { byName } from "../../kit/art";
import type { BoardProps, Event, Face, Figure, Paths, View } from "../../kit/face";
import Badge from "./Badge.svelte";
import Breakdown from "./Breakdown.svelte";
import Own from "./Own.svelte";
import Seat from "./Seat.svelte";
import Stage from "./Stage.svelte";
import { FILLS, pointsOf } from "./galaxy";
import { pictures } from "./pictures";
import { words } from "./words";

type Megabou = View<"megabou">;

const nth = (view: Megabou | null, seat: number, colour: string): number =>
  view?.loose[seat]?.[view.colours.indexOf(colour)] ?? 0;

/** Points as everybody sees them; "+" where a secret colour may add to them. */
function figure(view: Megabou, seats: readonly number[], say: BoardProps<"megabou">["say"]): Figure {
  const { n, sure } = pointsOf(view, seats);
  return { text: sure ? String(n) : `${n}+`, label: say(sure ? "page.points" : "page.points.least", { n }) };
}

/** A swallowed Minibou comes from its card, a stolen one from its owner; those that devour go to their planet. */
function paths(events: readonly Event<"megabou">[], before: Megabou | null, after: Megabou): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  for (const each of events) {
    if (each.event === "swallowed") {
      from[`bou-${each.seat}-${each.colour}-${nth(after, each.seat, each.colour) - 1}`] = `cell-${each.cell}`;
      if (each.seat !== after.seat) to[`mini-${each.cell}`] = `seat-${each.seat}`;
    } else if (each.event === "stolen") {
      from[`bou-${each.seat}-${each.colour}-${nth(after, each.seat, each.colour) - 1}`] = `seat-${each.other}`;
      to[`bou-${each.other}-${each.colour}-${nth(before, each.other, each.colour) - 1}`] = `seat-${each.seat}`;
    } else if (each.event === "planet_devoured") {
      for (let i = 0; i < nth(before, each.seat, each.colour); i++) {
        to[`bou-${each.seat}-${each.colour}-${i}`] = `cell-${each.cell}`;
      }
      from[`trophy-${each.seat}-${each.colour}`] = `cell-${each.cell}`;
    } else if (each.event === "kept") {
      const earth = `cell-${after.cards.indexOf("earth")}`;
      for (const colour of after.colours) {
        if (each.pair.split("-").includes(colour)) from[`trophy-${each.seat}-${colour}`] = earth;
        else to[`bou-${each.seat}-${colour}-0`] = earth;
      }
    }
  }
  return { from, to };
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
  about: (event) => ("cell" in event ? [`cell-${event.cell}`] : []),
  gesture: (event) => {
    if (event.event === "swallowed") return "swallow";
    if (event.event === "planet_devoured" || event.event === "earth_devoured") return "devour";
    return event.event === "stolen" ? "steal" : "";
  },
};
