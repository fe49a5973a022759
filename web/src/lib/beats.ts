// A turn in beats: what is shown one after the other, and how long each of them stands still.
import type { Beat, Event, Face, GameName, View } from "../kit/face";
import type { Pace } from "./prefs.svelte";

/** One beat on its way to the screen. */
export interface Step extends Beat<GameName> {
  /** All that happens until the board changes again: whatever flies, flies now. */
  flown: readonly Event<GameName>[];
}

// How long a beat stands still, in milliseconds. Calm is for who reads with a finger: by the length of the words.
const STANDS = { normal: 600, brisk: 250, once: 0 };
const CALM = { letter: 14, least: 1100, most: 1500 };
// One knows what one does oneself; what comes of it is shown like everything else.
const OWN = { calm: 600, normal: 250, brisk: 100, once: 0 };

/** How long that stands, once nothing of it moves any more. */
export function stands(pace: Pace, said: readonly string[], own: boolean): number {
  if (said.length === 0) return 0;
  if (own) return OWN[pace];
  if (pace !== "calm") return STANDS[pace];
  const letters = said.join(" ").length;
  return Math.min(Math.max(CALM.letter * letters, CALM.least), CALM.most * said.length);
}

/** Every event that has words is a beat of its own; the others go with the next that has some. */
function plain(
  events: readonly Event<GameName>[],
  after: View<GameName>,
  tell: (event: Event<GameName>) => string,
): Beat<GameName>[] {
  const made: Beat<GameName>[] = [];
  let first = 0;
  events.forEach((event, i) => {
    if (!tell(event) && i < events.length - 1) return;
    made.push({ view: after, events: events.slice(first, i + 1) });
    first = i + 1;
  });
  return made.length ? made : [{ view: after, events: [] }];
}

// What happens at any table beside its game: no beats of a game know of it.
const AT_THE_TABLE: readonly string[] = ["left", "bot_plays", "came_back"];
const ofTable = ({ event }: Event<GameName>): boolean => AT_THE_TABLE.includes(event);

/** The game's own beats, with who leaves and comes back between them said where it was heard, or as near as can be. */
function played(
  face: Face<GameName>,
  events: readonly Event<GameName>[],
  before: View<GameName>,
  after: View<GameName>,
): Beat<GameName>[] {
  const game = events.filter((each) => !ofTable(each));
  const own = game.length ? (face.beats?.(game, before, after) ?? []) : [];
  if (!own.length || game.length === events.length) return own;
  const last = events.findLastIndex((each) => !ofTable(each));
  const said = (some: readonly Event<GameName>[], view: View<GameName>): Beat<GameName>[] =>
    some.filter(ofTable).map((each) => ({ view, events: [each] }));
  return [...said(events.slice(0, last), before), ...own, ...said(events.slice(last), after)];
}

/** What was told at once, as steps; `before` is null where nobody knows any more what lay there. */
export function stepsOf(
  face: Face<GameName>,
  tell: (event: Event<GameName>) => string,
  events: readonly Event<GameName>[],
  before: View<GameName> | null,
  after: View<GameName>,
): Step[] {
  // A move that was taken back is no move of the game: only the page knows of it.
  const undone = events.some(({ event }) => event === "undone");
  const own = undone || before === null ? [] : played(face, events, before, after);
  const beats = own.length ? own : plain(events, after, tell);
  return beats.map((beat, i) => {
    const next = beats.findIndex((each, j) => j > i && each.view !== beat.view);
    const until = next < 0 ? beats.length : next;
    return { ...beat, flown: beats.slice(i, until).flatMap((each) => each.events) };
  });
}
