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
