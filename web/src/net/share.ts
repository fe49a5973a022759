// A person's share of the luck: made here, kept on this device until it is shown (docs/fairness.md).
import { commitment } from "../lib/fairness";
import { hex, unhex } from "../lib/hex";
import { keep, kept } from "../lib/kept";

/** What this device noted of a table's luck, before anything of its own left it. */
export interface Luck {
  /** The server's commitment, as it was shown first. */
  server: string;
  share: string;
  /** Our own commitment. */
  sealed: string;
}

const key = (table: string) => `tablee.luck.${table}`;

export function noted(table: string): Luck | null {
  return kept<Luck>(key(table));
}

/** The share for a table's secret of now: the same after a reload, since we have committed to it. */
export function luckFor(table: string, server: string): Luck {
  const before = noted(table);
  if (before?.server === server) return before;
  const share = hex(crypto.getRandomValues(new Uint8Array(32)));
  const made = { server, share, sealed: commitment("seat", table, unhex(share)) };
  keep(key(table), made);
  return made;
}

export function forgetLuck(table: string): void {
  keep(key(table), null);
}
