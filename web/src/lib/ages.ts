// How long ago something was, in its largest unit: for words like “3 min ago” (`ago.*`) and “for 5 min” (`lasting.*`).
export interface Span {
  unit: "now" | "minutes" | "hours" | "days";
  n: number;
}

/** The largest unit of which there is at least one, rounded down; a clock that is ahead says “now”. */
export function span(ms: number): Span {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return { unit: "now", n: 0 };
  if (minutes < 60) return { unit: "minutes", n: minutes };
  if (minutes < 24 * 60) return { unit: "hours", n: Math.floor(minutes / 60) };
  return { unit: "days", n: Math.floor(minutes / (24 * 60)) };
}
