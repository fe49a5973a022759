// A turn of Megabou in steps one can follow: it flies, swallows what is there, then devours, steals, and is counted.
import { played } from "../../kit/beats";
import type { Beat, Event, View } from "../../kit/face";

type Megabou = View<"megabou">;

export function beats(events: readonly Event<"megabou">[], before: Megabou, after: Megabou): Beat<"megabou">[] {
  const told = played<"megabou">(events, before, after, follow);
  return told.flatMap((beat, at) => {
    const [event] = beat.events;
    if (event?.event !== "swallowed") return [beat];
    // It has to be there before it opens its mouth.
    const flown = { ...(told[at - 1]?.view ?? before), megabou: event.cell, targets: [] };
    return [{ view: flown, events: [] }, beat];
  });
}

/** What an event does to the table. */
export function follow(view: Megabou, event: Event<"megabou">): void {
  // What could be reached from where it was is asked no more.
  view.targets = [];
  switch (event.event) {
    case "swallowed":
      view.megabou = event.cell;
      view.minibous[event.cell] = "";
      count(view, view.loose[event.seat], event.colour, 1);
      break;
    case "planet_devoured":
      view.flipped[event.cell] = true;
      count(view, view.loose[event.seat], event.colour, -1 - event.boxed);
      count(view, view.box, event.colour, event.boxed);
      win(view, event.seat, event.colour);
      break;
    case "earth_devoured":
      view.flipped[event.cell] = true;
      break;
    case "kept": {
      const pair = event.pair.split("-");
      for (const colour of view.colours) {
        count(view, view.loose[event.seat], colour, -1);
        if (pair.includes(colour)) win(view, event.seat, colour);
        else count(view, view.box, colour, 1);
      }
      break;
    }
    case "stolen":
      count(view, view.loose[event.other], event.colour, -1);
      count(view, view.loose[event.seat], event.colour, 1);
      break;
    case "sanctuary_shown":
      view.secrets[event.seat] = event.colour;
      view.points[event.seat] = event.points;
      break;
    case "galaxy_laid":
    case "sanctuary_dealt":
    case "sanctuary_dealt_hidden":
    case "started":
    case "declined":
    case "team_scored":
    case "undone":
  }
}

function count(view: Megabou, counts: number[] | undefined, colour: string, n: number): void {
  const at = view.colours.indexOf(colour);
  if (counts && at >= 0) counts[at] = (counts[at] ?? 0) + n;
}

/** A trophy; MB-21: it is worth two in yellow and in the secret colour, where that is known. */
function win(view: Megabou, seat: number, colour: string): void {
  count(view, view.trophies[seat], colour, 1);
  const points = view.points[seat] ?? null;
  if (points !== null) view.points[seat] = points + (colour === "yellow" || colour === view.secrets[seat] ? 2 : 1);
}
