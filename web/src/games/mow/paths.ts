// Where MOW's cows come from and go to: seats, the pile, and off the meadow.
import type { Event, Paths } from "../../kit/face";
import type { MowView } from "../../generated/protocol";
import { placesOf, thingsOf } from "./cows";

const PILE = "pile";
const OFF = "off";

export function paths(events: readonly Event<"mow">[], before: MowView | null, after: MowView): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  const [old, now] = [before ? placesOf(before) : null, placesOf(after)];
  const had = new Set(old?.hand.map((each) => each.thing));
  const holds = new Set(now.hand.map((each) => each.thing));
  const come = now.hand.map((each) => each.thing).filter((each) => !had.has(each));
  const gone = [...had].filter((each) => !holds.has(each));
  const standing = now.herds.flat().flatMap((each) => [each, ...each.acrobats]);
  const herd = (letter: string) => thingsOf(old?.herds["abc".indexOf(letter)] ?? []);
  const all = (things: readonly string[], into: Record<string, string>, spot: string) => {
    for (const each of things) into[each] = spot;
  };

  for (const event of events) {
    switch (event.event) {
      case "cow_played":
      case "cow_played_on":
        if (event.seat !== after.seat) {
          const played = standing.filter((each) => each.name === event.cow).at(-1);
          if (played) from[played.thing] = `seat-${event.seat}`;
        }
        break;
      case "herd_taken":
        all(herd("a"), to, `seat-${event.seat}`);
        break;
      case "herd_taken_from":
        all(herd(event.herd), to, `seat-${event.seat}`);
        break;
      case "herd_discarded":
        all(herd("abc".charAt(before?.herd ?? 0)), to, OFF);
        break;
      case "dealt":
      case "drew":
        all(come, from, PILE);
        break;
      case "cow_taken":
        if (event.seat === after.seat) all(come, from, `seat-${event.other}`);
        else all(gone, to, `seat-${event.seat}`);
        break;
      case "cow_given":
        if (event.seat === after.seat) all(gone, to, `seat-${event.other}`);
        else all(come, from, `seat-${event.seat}`);
        break;
      case "swapped":
        if (event.seat === after.seat || event.other === after.seat) {
          const partner = event.seat === after.seat ? event.other : event.seat;
          all(come, from, `seat-${partner}`);
          all(gone, to, `seat-${partner}`);
        }
        break;
      case "cow_lost":
      case "cows_discarded":
        all(gone, to, OFF);
        break;
    }
  }
  return { from, to };
}
