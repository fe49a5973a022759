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

export const toasts = $state<{ all: Toast[] }>({ all: [] });
export const heard = $state({ text: "" });

export function toast(text: string, kind: Toast["kind"] = "plain", rule: Toast["rule"] = null): void {
  const id = ++last;
  toasts.all = [...toasts.all.filter((each) => each.text !== text), { id, text, kind, rule }].slice(-3);
  setTimeout(() => dismiss(id), LONG + text.length * 30);
}

export function dismiss(id: number): void {
  toasts.all = toasts.all.filter((each) => each.id !== id);
}

/** Read out, politely; the same words twice are read twice. */
export function announce(text: string): void {
  heard.text = heard.text === text ? `${text}\u00a0` : text;
}
