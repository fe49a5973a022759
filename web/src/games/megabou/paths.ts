// Where Megabou's Minibous come from and go to.
import type { Event, Paths, View } from "../../kit/face";
import { whoseOf } from "./galaxy";

type Megabou = View<"megabou">;

const nth = (view: Megabou | null, seat: number, colour: string): number =>
  view?.loose[seat]?.[view.colours.indexOf(colour)] ?? 0;

/** A swallowed Minibou comes from its card, a stolen one from its owner; those that devour go to their planet. */
export function paths(events: readonly Event<"megabou">[], before: Megabou | null, after: Megabou): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  for (const each of events) {
    if (each.event === "swallowed") {
      from[`bou-${each.seat}-${each.colour}-${nth(after, each.seat, each.colour) - 1}`] = `cell-${each.cell}`;
      if (each.seat !== whoseOf(after)) to[`mini-${each.cell}`] = `seat-${each.seat}`;
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
        to[`bou-${each.seat}-${colour}-${nth(before, each.seat, colour) - 1}`] = earth;
        if (each.pair.split("-").includes(colour)) from[`trophy-${each.seat}-${colour}`] = earth;
      }
    }
  }
  return { from, to };
}
