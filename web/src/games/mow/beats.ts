// A turn of MOW in steps one can follow: a cow finds its place, cows are drawn, a herd goes home, a round is counted.
import { played } from "../../kit/beats";
import type { Beat, Event } from "../../kit/face";
import type { MowView } from "../../generated/protocol";
import { joined } from "./cows";

type Heard = Event<"mow">;

/** What is one picture, and no story: the opened stables, the flies of all, the new hands. */
const TOGETHER: readonly (readonly Heard["event"][])[] = [
  ["round_ended", "hand_left", "stable_shown"],
  ["scored"],
  ["round_began", "dealt", "dealt_hidden"],
  ["swapped", "hand_received"],
];

export function beats(events: readonly Heard[], before: MowView, after: MowView): Beat<"mow">[] {
  return played<"mow">(
    events,
    before,
    after,
    (view, event) => {
      follow(view, event, after);
    },
    (event, last) => TOGETHER.some((each) => each.includes(event.event) && each.includes(last.event)),
  );
}

/** What an event does to the table; `after` has what was told beside it: how many cows there are, notes. */
export function follow(view: MowView, event: Heard, after: MowView): void {
  const own = "seat" in event && event.seat === view.seat;
  switch (event.event) {
    case "round_began":
      gather(view, event, after);
      break;
    case "dealt":
    case "drew":
      view.pile -= event.cows.length;
      gain(view, event.seat, event.cows);
      break;
    case "dealt_hidden":
    case "drew_hidden":
      view.pile -= event.n;
      add(view.sizes, event.seat, event.n);
      break;
    case "swapped":
      [view.sizes[event.seat], view.sizes[event.other]] = [view.sizes[event.other] ?? 0, view.sizes[event.seat] ?? 0];
      break;
    case "hand_received":
      view.hand = [...event.cows];
      break;
    case "cow_played":
    case "cow_played_on": {
      const at = event.event === "cow_played" ? 0 : herdOf(event.herd);
      lose(view, event.seat, [event.cow]);
      view.herds[at] = joined(view.herds[at] ?? [], event.cow);
      break;
    }
    case "herd_taken":
    case "herd_taken_from":
      clear(view, event.event === "herd_taken" ? 0 : herdOf(event.herd));
      add(view.stables, event.seat, event.n);
      break;
    case "herd_discarded":
      clear(view, view.herd);
      break;
    case "reversed":
      view.direction = -view.direction;
      break;
    case "named":
      view.named = event.other;
      break;
    case "herd_named":
      view.named = herdOf(event.herd);
      break;
    case "farmer_played":
    case "farmer_played_on":
      spend(view, event.seat, event.farmer, own);
      if (event.farmer === "f1") view.warned = true;
      if (event.farmer === "f8") view.steering = true;
      break;
    case "hand_seen":
      view.notes = after.notes;
      break;
    case "cow_taken":
      lose(view, event.other, [event.cow]);
      gain(view, event.seat, [event.cow]);
      break;
    case "cow_given":
      lose(view, event.seat, [event.cow]);
      gain(view, event.other, [event.cow]);
      break;
    case "cow_taken_hidden":
      add(view.sizes, event.other, -1);
      add(view.sizes, event.seat, 1);
      break;
    case "cow_given_hidden":
      add(view.sizes, event.seat, -1);
      add(view.sizes, event.other, 1);
      break;
    case "farmers_drawn":
    case "farmer_won": {
      const farmers = event.event === "farmer_won" ? [event.farmer] : event.farmers;
      hire(view, event.seat, farmers.length);
      view.farmers = [...view.farmers, ...farmers].sort(byRank);
      break;
    }
    case "farmers_drawn_hidden":
      hire(view, event.seat, event.n);
      break;
    case "farmer_won_hidden":
      hire(view, event.seat, 1);
      break;
    case "cows_discarded":
      lose(view, event.seat, event.cows);
      view.seen.push(...event.cows);
      break;
    case "cow_lost":
      lose(view, event.seat, [event.cow]);
      view.lost[event.seat] = event.cow;
      break;
    case "cow_lost_hidden":
      add(view.sizes, event.seat, -1);
      view.lost[event.seat] = "hidden";
      break;
    case "round_ended":
      view.phase = "score";
      view.actors = [];
      view.notes = [];
      break;
    case "hand_left":
      view.last_hands[event.seat] = [...event.cows];
      view.sizes[event.seat] = 0;
      if (own) view.hand = [];
      view.seen.push(...event.cows);
      add(view.stables, event.seat, event.cows.length);
      break;
    case "stable_shown":
      view.last_stables[event.seat] = [...event.cows];
      break;
    case "answered":
      view.actors = view.actors.filter((each) => each !== event.seat);
      break;
    case "flies_ignored":
      spend(view, event.seat, "f10", own);
      break;
    case "scored":
      view.gains[event.seat] = event.flies;
      view.totals[event.seat] = event.total;
      break;
    case "race_began":
      view.phase = "shout";
      view.actors = [...event.seats];
      view.tied = [...event.seats];
      break;
    case "hushed":
      view.actors = view.actors.filter((each) => each !== event.seat);
      break;
    case "stayed":
    case "draw_missed":
    case "skipped":
    case "loved":
    case "shouted":
    case "starter_drawn":
    case "undone":
  }
}

const herdOf = (letter: string): number => "abc".indexOf(letter);

function add(counts: number[], seat: number, n: number): void {
  counts[seat] = (counts[seat] ?? 0) + n;
}

function gain(view: MowView, seat: number, cows: readonly string[]): void {
  add(view.sizes, seat, cows.length);
  if (seat === view.seat) view.hand.push(...cows);
}

function lose(view: MowView, seat: number, cows: readonly string[]): void {
  add(view.sizes, seat, -cows.length);
  if (seat !== view.seat) return;
  for (const cow of cows) {
    const at = view.hand.indexOf(cow);
    if (at >= 0) view.hand.splice(at, 1);
  }
}

/** A herd leaves the meadow. */
function clear(view: MowView, at: number): void {
  view.seen.push(...(view.herds[at] ?? []));
  view.herds[at] = [];
}

function hire(view: MowView, seat: number, n: number): void {
  add(view.held, seat, n);
  view.barn -= n;
}

function spend(view: MowView, seat: number, farmer: string, own: boolean): void {
  add(view.held, seat, -1);
  view.spent = [...view.spent, farmer].sort(byRank);
  if (own) view.farmers = view.farmers.filter((each) => each !== farmer);
}

const byRank = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

/** All cows go back under the pile. */
function gather(view: MowView, { round, seat }: { round: number; seat: number }, after: MowView): void {
  const none = view.sizes.map(() => 0);
  Object.assign(view, {
    ...{ round, current: seat, actors: [seat], phase: after.phase, direction: 1, herd: 0, named: -1 },
    ...{ herds: view.herds.map(() => []), hand: [], sizes: none, stables: [...none], missed: [...none] },
    ...{ lost: view.lost.map(() => ""), seen: [], notes: [], warned: false, barred: false, steering: false },
    pile: cowsOf(view),
  });
}

/** How many cows there are, wherever they are. */
export const cowsOf = (view: MowView): number =>
  [...view.sizes, view.pile, view.seen.length].reduce((sum, each) => sum + each, 0) +
  view.herds.flat().length +
  view.lost.filter(Boolean).length;
