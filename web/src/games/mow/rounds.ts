// The flies of a whole game, round by round, from what was heard of it.
import type { Event, View } from "../../kit/face";

/** Who came late knows rounds one by one only from then on: all before are one. */
interface Round {
  first: number;
  last: number;
  /** By seat. */
  flies: number[];
  /** Who scored nothing, for love of cows. */
  loved: number[];
}

const MOST = 6; // that have a column of their own

export function roundsOf(heard: readonly Event<"mow">[], view: View<"mow">): Round[] {
  const single: Omit<Round, "first" | "last">[] = [];
  let flies: number[] = [];
  let loved: number[] = [];
  for (const event of heard) {
    if (event.event === "loved") loved.push(event.seat);
    if (event.event !== "scored") continue;
    flies.push(event.flies);
    if (event.seat < view.totals.length - 1) continue;
    // They are told seat by seat; a round of which the beginning was missed is none.
    if (flies.length === view.totals.length) single.push({ flies, loved });
    [flies, loved] = [[], []];
  }
  const known = single.slice(-MOST);
  const before = view.totals.map((total, seat) => known.reduce((left, each) => left - (each.flies[seat] ?? 0), total));
  const first = view.round - known.length + 1;
  const rounds = known.map((each, i) => ({ ...each, first: first + i, last: first + i }));
  return first > 1 ? [{ first: 1, last: first - 1, flies: before, loved: [] }, ...rounds] : rounds;
}
