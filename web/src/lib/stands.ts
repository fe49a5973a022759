// How a table stands, in one short line: whose turn it is, for whom it waits. Said by keys of the page's words.
import type { SeatLine, TableNow } from "../generated/protocol";

export interface Standing {
  /** The table waits for who holds this device. */
  yours: boolean;
  say: string;
  /** For the words; names are still to be joined. */
  names: string[];
  n: number;
  /** Since when it is so; 0 where that says nothing. */
  since: number;
  /** When it was opened, while it waits for people; else 0. */
  opened: number;
  /** There is no way there any more. */
  ended: boolean;
}

type Now = Pick<TableNow, "phase" | "seats" | "turn" | "since" | "mine" | "here" | "watchers" | "made">;

const plain: Standing = { yours: false, say: "", names: [], n: 0, since: 0, opened: 0, ended: false };

/** A bot with a name plays for the person who has it. */
const isPerson = (seat: SeatLine | undefined): boolean => seat?.kind === "person";

function namesAt(now: Now, seats: readonly number[]): string[] {
  return seats.map((seat) => now.seats[seat]?.name ?? "");
}

function playing(now: Now): Standing {
  const { turn, mine, seats, since } = now;
  const people = turn.filter((seat) => isPerson(seats[seat]));
  const own = people.filter((seat) => mine.includes(seat));
  if (own.length) {
    const say = mine.length === 1 ? "stands.you" : own.length === 1 ? "stands.you.one" : "stands.you.many";
    return { ...plain, yours: true, say, names: namesAt(now, own), since };
  }
  if (people.length) {
    const say = people.length === 1 ? "stands.other" : "stands.others";
    return { ...plain, say, names: namesAt(now, people), since };
  }
  if (mine.length && mine.every((seat) => !isPerson(seats[seat]))) return { ...plain, say: "stands.bot_for_you" };
  // Bots play only while somebody is at the table.
  return { ...plain, say: now.here.length || now.watchers ? "stands.bots" : "stands.bots.wait" };
}

function waiting(now: Now): Standing {
  const { seats, mine, here } = now;
  const opened = now.made;
  const open = seats.filter(({ kind }) => kind === "open").length;
  if (open) return { ...plain, say: "stands.open", n: open, opened };
  const others = [...seats.keys()].filter((seat) => isPerson(seats[seat]) && !mine.includes(seat));
  const away = others.filter((seat) => !here.includes(seat));
  if (others.length && !away.length && !mine.some((seat) => here.includes(seat))) {
    return { ...plain, yours: true, say: "stands.call", opened };
  }
  if (away.length) return { ...plain, say: "stands.others", names: namesAt(now, away), opened };
  return { ...plain, say: "stands.ready", opened };
}

export function standingOf(now: Now): Standing {
  switch (now.phase) {
    case "lobby":
      return waiting(now);
    case "sealing":
      return { ...plain, say: "stands.dealing" };
    case "playing":
      return playing(now);
    case "over":
      return { ...plain, say: "stands.finished" };
    case "closed":
      return ended("closed");
  }
}

/** The host gave it up, or the server knows nothing of it. */
export const ended = (how: "closed" | "missing"): Standing => ({
  ...plain,
  say: how === "closed" ? "stands.closed" : "stands.missing",
  ended: true,
});

/** With whom: people by their names, bots by their number. */
export function othersOf(seats: readonly SeatLine[], mine: readonly number[]): { names: string[]; bots: number } {
  const others = seats.filter(({ kind }, seat) => kind !== "open" && !mine.includes(seat));
  const names = others.map(({ name }) => name).filter(Boolean);
  return { names, bots: others.length - names.length };
}

/** What waits for me comes first; then where something happened last. */
export function inOrder<T extends { table: string; yours: boolean; at: number }>(tables: readonly T[]): T[] {
  return [...tables].sort(
    (a, b) => Number(b.yours) - Number(a.yours) || b.at - a.at || (a.table < b.table ? -1 : Number(a.table > b.table)),
  );
}
