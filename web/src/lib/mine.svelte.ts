// The tables that this device was at: to find them again, and to forget what was kept for old ones.
import { forgetLuck } from "../net/share";
import { keep, kept } from "./kept";

export interface Mine {
  table: string;
  game: string;
  /** With whom. */
  names: string[];
  over: boolean;
  at: number;
}

const KEY = "tablee.tables";
const MOST = 24;

export const tables = $state({ mine: kept<Mine[]>(KEY) ?? [] });

export function remember(found: Omit<Mine, "at">): void {
  const rest = tables.mine.filter(({ table }) => table !== found.table);
  const all = [{ ...found, at: Date.now() }, ...rest];
  for (const { table } of all.slice(MOST)) forgetLuck(table);
  tables.mine = all.slice(0, MOST);
  keep(KEY, tables.mine);
}

export function forget(table: string): void {
  tables.mine = tables.mine.filter((each) => each.table !== table);
  forgetLuck(table);
  keep(KEY, tables.mine);
}
