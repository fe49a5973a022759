// Short messages that come and go, and what is read out to who does not see the page.
export interface Toast {
  id: number;
  text: string;
  /** A rule that says why, to be read. */
  rule: { game: string; id: string } | null;
  kind: "plain" | "why" | "bad";
}

const LONG = 6_000;
let last = 0;

/** The newest message: it takes the place of the one before, they never pile up over the table. */
export const toasts = $state<{ now: Toast | null }>({ now: null });
export const heard = $state({ text: "" });

export function toast(text: string, kind: Toast["kind"] = "plain", rule: Toast["rule"] = null): number {
  const id = ++last;
  toasts.now = { id, text, kind, rule };
  setTimeout(() => dismiss(id), LONG + text.length * 30);
  return id;
}

export function dismiss(id: number): void {
  if (toasts.now?.id === id) toasts.now = null;
}

/** Read out, politely; the same words twice are read twice. */
export function announce(text: string): void {
  heard.text = heard.text === text ? `${text}\u00a0` : text;
}
