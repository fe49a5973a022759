// The options of a game, as fields: made from the schema that the server gives for each number of players.
import type { GameInfo } from "../generated/protocol";

type Schema = Record<string, unknown>;

export type Field =
  | { name: string; kind: "switch"; value: boolean }
  | { name: string; kind: "number"; value: number; low: number; high: number }
  | { name: string; kind: "choice"; value: string; choices: string[] }
  | { name: string; kind: "seat"; value: null }
  | { name: string; kind: "each"; value: null; choices: string[] }
  | { name: string; kind: "order"; value: null; seats: number }
  | { name: string; kind: "pairs"; value: [string, string][]; choices: string[] };

/** Decided by who sits where: the server says it. */
const LEFT = ["bots"];
/** What most people like to choose; the rest is folded. */
const PLAIN = ["mice", "double_jobs", "fierce", "apocalypse", "tournament", "target", "shout", "manual_draw"];

export const isPlain = (name: string): boolean => PLAIN.includes(name);

function fieldOf(name: string, schema: Schema, value: unknown, seats: number): Field | null {
  if (schema.type === "boolean") return { name, kind: "switch", value: value === true };
  if (schema.type === "integer") {
    return { name, kind: "number", value: Number(value), low: Number(schema.minimum), high: Number(schema.maximum) };
  }
  if (Array.isArray(schema.enum)) {
    return { name, kind: "choice", value: String(value), choices: schema.enum as string[] };
  }
  if (Array.isArray(schema.anyOf) && value === null) return { name, kind: "seat", value: null };
  const items = schema.items as Schema | undefined;
  const inner = items?.items as Schema | undefined;
  if (items?.type === "array" && Array.isArray(inner?.enum)) {
    return { name, kind: "pairs", value: value as [string, string][], choices: inner.enum as string[] };
  }
  if (schema.type === "array" && items?.type === "integer" && schema.minItems === seats) {
    return { name, kind: "order", value: null, seats };
  }
  if (schema.type === "array" && Array.isArray(items?.enum) && schema.minItems === seats && value === null) {
    return { name, kind: "each", value: null, choices: items.enum as string[] };
  }
  return null;
}

/** The fields for a table of so many seats. */
export function fieldsOf(info: GameInfo, seats: number): Field[] {
  return Object.entries(info.options).flatMap(([name, option]) => {
    const [low, high] = option.seats as [number, number];
    const schema = option.schema[String(seats)];
    if (LEFT.includes(name) || seats < low || seats > high || !schema) return [];
    const field = fieldOf(name, schema, option.default, seats);
    return field ? [field] : [];
  });
}

interface Says {
  say: (key: string) => string;
  has: (key: string) => boolean;
}

/** A value that has a word of its own in the game's texts. */
export function wordOf({ say, has }: Says, name: string, value: string): string {
  for (const stem of [name, name.replace(/s$/, "")]) if (has(`${stem}.${value}`)) return say(`${stem}.${value}`);
  return value;
}

export type EachField = Extract<Field, { kind: "each" }>;

export const isEach = (field: Field): field is EachField => field.kind === "each";

/** What each seat has of such an option. */
export function eachOf(field: EachField, given: Readonly<Record<string, unknown>>, seats: number): string[] {
  return (given[field.name] as string[] | undefined) ?? field.choices.slice(0, seats);
}

/** A seat takes a value; who has it gets what the seat had. Null if that is what they have unsaid. */
export function swapped(field: EachField, now: readonly string[], seat: number, value: string): string[] | null {
  const next = [...now];
  const holder = next.indexOf(value);
  if (holder >= 0) next[holder] = next[seat] ?? "";
  next[seat] = value;
  return next.every((each, i) => each === field.choices[i]) ? null : next;
}

/** What was agreed on, one short line each; what is chosen seat by seat is shown at the seats. */
export function inWords(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  { say, has }: Says,
  names: readonly string[],
  { is, no }: { is: (what: string, value: string) => string; no: string },
): string[] {
  return fields.flatMap((field) => {
    const value = given[field.name];
    if (value === undefined || value === null || field.kind === "each") return [];
    const what = say(`option.${field.name}`);
    switch (field.kind) {
      case "switch":
        return [value === true ? what : is(what, no)];
      case "seat":
        return [is(what, names[value as number] ?? "")];
      case "order":
        return [is(what, (value as number[]).map((seat) => names[seat] ?? "").join(", "))];
      case "pairs": {
        const word = (each: string): string => wordOf({ say, has }, "job", each);
        return [is(what, (value as [string, string][]).map((both) => both.map(word).join(" + ")).join(", "))];
      }
      case "choice":
        return [is(what, wordOf({ say, has }, field.name, value as string))];
      case "number":
        return [is(what, (value as number).toString())];
    }
  });
}
