// A person's share of the luck: made here, kept on this device until it is shown (docs/fairness.md).
const KEY = "tablee.share.";

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The share for a table: the same after a reload, since we have committed to it. */
export function shareFor(table: string, anew = false): string {
  const kept = anew ? null : sessionStorage.getItem(KEY + table) ?? localStorage.getItem(KEY + table);
  if (kept) return kept;
  const made = hex(crypto.getRandomValues(new Uint8Array(32)));
  try {
    localStorage.setItem(KEY + table, made);
  } catch {
    sessionStorage.setItem(KEY + table, made);
  }
  return made;
}
