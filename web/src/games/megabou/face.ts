// Megabou's face: what the table needs to show it.
import { byName } from "../../kit/art";
import type { Event, Face, Paths, View } from "../../kit/face";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import Seat from "./Seat.svelte";
import { pictures } from "./pictures";
import { words } from "./words";

type Megabou = View<"megabou">;

const nth = (view: Megabou | null, seat: number, colour: string): number =>
  view?.loose[seat]?.[view.colours.indexOf(colour)] ?? 0;

/** A swallowed Minibou comes from its card, a stolen one from its owner; those that devour go to their planet. */
function paths(events: readonly Event<"megabou">[], before: Megabou | null, after: Megabou): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  for (const each of events) {
    if (each.event === "swallowed") {
      from[`bou-${each.seat}-${each.colour}-${nth(after, each.seat, each.colour) - 1}`] = `cell-${each.cell}`;
    } else if (each.event === "stolen") {
      from[`bou-${each.seat}-${each.colour}-${nth(after, each.seat, each.colour) - 1}`] =
        `loose-${each.other}-${each.colour}`;
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
  Stage: Board,
  Own: Board,
  shape: () => ({ square: true, broad: 25, tall: 21, beside: 30, least: 128 }),
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { query: "?raw", import: "default", eager: true })),
  words,
  figure: () => ({ text: "", label: "" }),
  facts: (view, say) => [{ text: say("page.left", { n: view.minibous.filter(Boolean).length }) }],
  aside: (view, seat, say) => {
    if (seat === null || !view.actors.includes(seat)) return "";
    if (view.phase === "move") return say("page.aside.move", { need: view.need });
    return view.phase === "keep" ? say("page.aside.keep") : "";
  },
  paths,
  about: (event) => ("cell" in event ? [`cell-${event.cell}`] : []),
  gesture: (event) => {
    if (event.event === "swallowed") return "swallow";
    if (event.event === "planet_devoured" || event.event === "earth_devoured") return "devour";
    return event.event === "stolen" ? "steal" : "";
  },
};
