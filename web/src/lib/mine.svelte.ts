// The tables that this device was at: to find them again, and to forget what was kept for old ones.
import { serverNow } from "../net/api";
import { forgetLuck } from "../net/share";
import { keep, kept } from "./kept";

export interface Mine {
  table: string;
  game: string;
  /** With whom: people, and how many bots. */
  names: string[];
  bots?: number;
  over: boolean;
  /** There is no such table any more, or we have no seat there: it is shown no longer, and never asked for. */
  gone?: boolean;
  /** The table of its rematch. */
  next?: string;
  /** When something happened there last, as far as we know: by the server’s clock. */
  at: number;
}

const KEY = "tablee.tables";
const MOST = 24;

export const tables = $state({ mine: kept<Mine[]>(KEY) ?? [] });

/** Another page may have changed what is kept. */
export function reread(): void {
  tables.mine = kept<Mine[]>(KEY) ?? [];
}

function put(all: readonly Mine[]): void {
  for (const { table } of all.slice(MOST)) forgetLuck(table);
  tables.mine = all.slice(0, MOST);
  keep(KEY, tables.mine);
}

export function remember(found: Omit<Mine, "at" | "gone" | "next">, at = serverNow()): void {
  reread();
  const before = tables.mine.find(({ table }) => table === found.table);
  const rest = tables.mine.filter((each) => each !== before);
  put([{ ...found, ...(before?.next ? { next: before.next } : {}), at }, ...rest]);
}

/** Something is different now. */
export function note(table: string, news: Partial<Mine>): void {
  reread();
  put(tables.mine.map((each) => (each.table === table ? { ...each, ...news } : each)));
}

export function forget(table: string): void {
  reread();
  forgetLuck(table);
  put(tables.mine.filter((each) => each.table !== table));
}
