// What an audience has heard since its last own move, with what lay there between: to be shown again.
import type { Told } from "../generated/protocol";

export interface Past {
  /** What lay there before; null where it is not known any more. */
  from: Told | null;
  since: readonly Told[];
}

const MOST = 60; // messages that are kept
const HEARD = 30; // events that are told again after a reload

/** The last of what was heard before the page was opened: its words, over what lies there now. */
function reloaded(told: Told): Past {
  const last = told.events.findLastIndex((each) => "seat" in each && each.seat === told.seat);
  const events = told.events.slice(Math.max(last, told.events.length - HEARD, 0));
  return { from: null, since: told.seat !== null && events.length ? [{ ...told, all: false, events }] : [] };
}

export class Pasts {
  private kept = $state.raw<Record<string, Past>>({});
  private readonly newest: Record<string, Told> = {};
  /** What was before a move that may be taken back. */
  private readonly earlier: Record<string, Past> = {};
  private readonly moved = new Set<string>();

  of(seat: number | null): Past | null {
    const found = this.kept[String(seat)];
    return found?.since.length ? found : null;
  }

  /** Somebody moves by this page: what comes now is since then. */
  acted(seat: number): void {
    this.moved.add(String(seat));
  }

  /** Keep it; whether it is the answer to a move of this page. */
  note(told: Told): boolean {
    const seat = String(told.seat);
    const before = this.newest[seat];
    const first = told.events[0];
    this.newest[seat] = told;
    const old = this.kept[seat];
    if (told.all || !before || !old) {
      this.moved.delete(seat);
      this.keep(seat, reloaded(told));
      return false;
    }
    if (first?.event === "undone") {
      const earlier = this.earlier[seat];
      if (earlier) this.keep(seat, earlier);
      return true;
    }
    const own = this.moved.has(seat) && first !== undefined && "seat" in first && first.seat === told.seat;
    if (own) {
      this.moved.delete(seat);
      this.earlier[seat] = old;
      this.keep(seat, { from: before, since: [told] });
      return true;
    }
    const since = [...old.since, told];
    // Bounded: what is oldest goes, and what lay there after it is where it begins.
    const from = since.length > MOST ? (since.shift() ?? null) : old.from;
    this.keep(seat, { from, since });
    return false;
  }

  private keep(seat: string, past: Past): void {
    this.kept = { ...this.kept, [seat]: past };
  }
}
