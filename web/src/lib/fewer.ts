// A table with fewer or more seats: who moves up, and what becomes of options that name seats.
import type { Field } from "./options";

/** The moves that close up the gaps, in order: each to a seat that is open by then. */
export function movesUp(stays: readonly boolean[]): [seat: number, to: number][] {
  const seats = [...stays.keys()].filter((seat) => stays[seat]);
  return seats.flatMap((seat, to): [number, number][] => (seat === to ? [] : [[seat, to]]));
}

/** The options for those who stay. `fields` are those of the smaller table, by name of those of the larger. */
export function optionsFor(
  given: Readonly<Record<string, unknown>>,
  before: readonly Field[],
  after: readonly Field[],
  stays: readonly boolean[],
): Record<string, unknown> {
  const seats = [...stays.keys()].filter((seat) => stays[seat]);
  const allowed = new Set(after.map(({ name }) => name));
  const kinds = new Map(before.map(({ name, kind }) => [name, kind]));
  const kept = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (!allowed.has(name)) return [];
    switch (kinds.get(name)) {
      case "seat": {
        const seat = seats.indexOf(value as number);
        return seat < 0 ? [] : [[name, seat]];
      }
      case "each":
        return [[name, seats.map((seat) => (value as unknown[])[seat])]];
      case "order":
        return [[name, (value as number[]).filter((seat) => stays[seat]).map((seat) => seats.indexOf(seat))]];
      default:
        return [[name, value]];
    }
  });
  return Object.fromEntries(kept);
}

/** The options with one seat more: the new one gets what is left, and is the last. */
export function optionsWider(
  given: Readonly<Record<string, unknown>>,
  after: readonly Field[],
): Record<string, unknown> {
  const wider = after.flatMap((field): [string, unknown][] => {
    const value = given[field.name];
    if (value === undefined) return [];
    if (field.kind === "order") return [[field.name, [...(value as number[]), field.seats - 1]]];
    if (field.kind !== "each") return [[field.name, value]];
    const has = value as string[];
    return [[field.name, [...has, field.choices.find((each) => !has.includes(each))]]];
  });
  return Object.fromEntries(wider);
}
