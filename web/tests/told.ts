// What seats were told in games of the Python engine, move by move (tests/web/transcripts.py writes it), and what holds
// of every game's beats.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Beat, Event, GameName, View } from "../src/kit/face";

export interface Move<G extends GameName> {
  /** The game as it was set up. */
  way: string;
  before: View<G>;
  events: Event<G>[];
  after: View<G>;
}

type Path = (string | number)[];

/** `old` with another value at each of these paths. */
function patched<T>(old: T, patch: [Path, unknown][]): T {
  const whole: { "": unknown } = { "": structuredClone(old) };
  for (const [path, value] of patch) {
    let at: Record<string | number, unknown> = whole;
    let last: string | number = "";
    for (const each of path) {
      at = at[last] as Record<string | number, unknown>;
      last = each;
    }
    at[last] = value;
  }
  return whole[""] as T;
}

/** The moves of a game; TABLEE_TOLD names a folder with more of them. */
export function movesOf<G extends GameName>(game: G): Move<G>[] {
  const folder = process.env["TABLEE_TOLD"];
  const file = new URL(`${game}.jsonl`, folder ? `file://${folder}/` : new URL("told/", import.meta.url));
  const lines = readFileSync(file, "utf-8").trim().split("\n");
  return lines.map((line) => {
    const told = JSON.parse(line) as Omit<Move<G>, "after"> & { after: [Path, unknown][] };
    return { ...told, after: patched(told.before, told.after) };
  });
}

export type Beats<G extends GameName> = (events: readonly Event<G>[], before: View<G>, after: View<G>) => Beat<G>[];

/** Every beat of every move, with what was seen before it; `look` says what is wrong, "" if nothing. */
export function eachBeat<G extends GameName>(
  game: G,
  beats: Beats<G>,
  look: (beat: Beat<G>, before: View<G>, move: Move<G>) => string,
): void {
  const wrong = movesOf(game).flatMap((move) => {
    let before = move.before;
    return beats(move.events, move.before, move.after).flatMap((beat, at) => {
      const found = look(beat, before, move);
      before = beat.view;
      const names = move.events.map(({ event }) => event).join(" ");
      return found ? [`${move.way}, seat ${move.after.seat}, ${names}: beat ${at + 1}: ${found}`] : [];
    });
  });
  expect(wrong).toEqual([]);
}

/** All events are told once and in order, the last view is what the server says, nothing given is changed. */
export function holdsTogether<G extends GameName>(game: G, beats: Beats<G>): void {
  for (const move of movesOf(game)) {
    const given = structuredClone(move);
    const found = beats(move.events, move.before, move.after);
    expect(move).toEqual(given);
    expect(found.flatMap((beat) => beat.events)).toEqual(move.events);
    expect(found.at(-1)?.view).toBe(move.after);
  }
}
