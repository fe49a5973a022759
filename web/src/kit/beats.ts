// A turn in beats, made of what each event does to the table.
import type { Beat, Event, GameName, View } from "./face";

/** `does` changes the view it is given to what lies there after the event; `joins` says which events are one beat with
    what was told before them. */
export function played<G extends GameName>(
  events: readonly Event<G>[],
  before: View<G>,
  after: View<G>,
  does: (view: View<G>, event: Event<G>) => void,
  joins: (event: Event<G>, last: Event<G>) => boolean = () => false,
): Beat<G>[] {
  const found: Beat<G>[] = [];
  for (const event of events) {
    const beat = found.at(-1);
    const last = beat?.events.at(-1);
    const view = structuredClone(beat?.view ?? before);
    does(view, event);
    if (beat && last && joins(event, last)) Object.assign(beat, { view, events: [...beat.events, event] });
    else found.push({ view, events: [event] });
  }
  return [...found.slice(0, -1), { view: after, events: found.at(-1)?.events ?? [] }];
}
