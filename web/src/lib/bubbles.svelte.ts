// What people have just said, each for some seconds at the seat of who said it.
import type { Chat, SeatInfo } from "../generated/protocol";
import { saidIn, talk } from "./talk.svelte";

export interface Bubble {
  line: Chat;
  /** The first seat of who said it; null for somebody who watches. */
  seat: number | null;
  words: string;
}

// Milliseconds: longer for who reads long words; and when it is too late to show them at all.
const STAYS = 6000;
const LETTER = 45;
const SHORT = 24;
const LONGEST = 10_000;
const RECENT = 15_000;

export class Bubbles {
  all = $state.raw<readonly Bubble[]>([]);
  private known: number;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  /** What was said before is not said once more. */
  constructor(before: readonly Chat[]) {
    this.known = before.at(-1)?.v ?? 0;
  }

  /** Those of the lines that are new; `now` is the server's time. */
  hear(lines: readonly Chat[], seats: readonly SeatInfo[], now: number): Bubble[] {
    const fresh = lines.filter(({ v, at, person }) => {
      return v > this.known && now - at < RECENT && !talk.hidden.includes(person);
    });
    this.known = Math.max(this.known, lines.at(-1)?.v ?? 0);
    const made = fresh.map((line) => {
      const seat = seats.findIndex(({ person, owner }) => person === line.person || owner === line.person);
      return { line, seat: seat < 0 ? null : seat, words: saidIn(line) };
    });
    for (const each of made) this.show(each);
    return made;
  }

  /** The newest of a person takes the place of the one before. */
  private show(bubble: Bubble): void {
    const { person, v } = bubble.line;
    this.all = [...this.all.filter(({ line }) => line.person !== person), bubble];
    const long = Math.min(STAYS + LETTER * Math.max(0, bubble.words.length - SHORT), LONGEST);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.all = this.all.filter(({ line }) => line.v !== v);
    }, long);
    this.timers.add(timer);
  }

  end(): void {
    for (const each of this.timers) clearTimeout(each);
    this.all = [];
  }
}
