// Talk at a table, as this device takes part in it: the phrases there are, how much one may say, whom one does not hear.
import type { Chat, Tell } from "../generated/protocol";
import { tx } from "./words";

export type Phrase = Tell["phrase"];

/** In the order in which one needs them. */
export const PHRASES: readonly Phrase[] = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "wow",
  "haha",
  "oops",
  "hmm",
  "hurry",
  "again",
];

// As many lines as the server takes in so many milliseconds, and a little more.
const MOST = 5;
const SPAN = 10_500;

let times: number[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export const talk = $state({
  /** Enough was said for a moment. */
  full: false,
  /** Whose lines this device does not show, by person. */
  hidden: [] as string[],
});

function wait(): void {
  const now = Date.now();
  times = times.filter((each) => now - SPAN < each && each <= now);
  talk.full = times.length >= MOST;
  clearTimeout(timer);
  const first = times[0];
  if (talk.full && first !== undefined) timer = setTimeout(wait, first + SPAN - now);
}

/** A line goes to the server. */
export function spoken(): void {
  times.push(Date.now());
  wait();
}

/** The server wants fewer: perhaps another page of ours talks, too. */
export function hushed(): void {
  times = Array.from({ length: MOST }, () => Date.now());
  wait();
}

/** What was said, in the reader's words. */
export const saidIn = ({ text, phrase }: Pick<Chat, "text" | "phrase">): string =>
  phrase ? tx(`phrase.${phrase}`) : text;
