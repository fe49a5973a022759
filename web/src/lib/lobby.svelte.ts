// What the lobby knows of tables, asked again and again while somebody looks, and less often of a server that cannot answer.
import type { TableLine, TableNow } from "../generated/protocol";
import { ask, faultOf, serverNow, type Fault } from "../net/api";
import { note, remember, reread, tables, type Mine } from "./mine.svelte";
import { session } from "./session.svelte";
import { ended, inOrder, othersOf, standingOf, type Standing } from "./stands";

const EACH = 10_000; // milliseconds
const SELDOM = 300_000;
/** So long after the end somebody may still want a rematch. */
const FRESH = 900_000;

/** For how long not to ask, after a fault and the wait before; what the server says counts. */
export function longer(before: number, { after }: Pick<Fault, "after">): number {
  return Math.max(Math.min(2 * before, SELDOM), 1000 * after);
}

/** Which of the tables of this device are asked for: those that go on, and those over so lately that they may have a next. */
export function askedFor(mine: readonly Mine[], now: number): Mine[] {
  return mine.filter(({ over, gone, next, at }) => !gone && (!over || (!next && now - at < FRESH)));
}

/** A table of this device that is not over. */
export interface Own extends Mine {
  /** Null until it is known. */
  standing: Standing | null;
  yours: boolean;
}

export class Lobby {
  /** Tables that everybody may come to. */
  listed = $state.raw<readonly TableLine[]>([]);
  /** How those of this device are, by their ids, as far as that is known. */
  private now = $state.raw<Readonly<Record<string, TableNow>>>({});
  /** Those that were found to be no more, since somebody looks: it is said once. */
  private lost = $state.raw<Readonly<Record<string, "closed" | "missing">>>({});
  readonly own: readonly Own[] = $derived.by(() => this.inOrder());
  readonly past: readonly Mine[] = $derived(
    tables.mine.filter(({ over, gone }) => over && !gone).sort((a, b) => b.at - a.at),
  );

  private wait = EACH;
  private notBefore = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;
  private watched = false;
  /** The server has such a table, but cannot say how it is. */
  private readonly broken = new Set<string>();

  /** Begins to look; what is given back ends it. */
  watch(): () => void {
    this.watched = true;
    const look = (): void => void this.look();
    const seen = (): void => {
      if (document.visibilityState === "visible") look();
    };
    const changed = (event: StorageEvent): void => {
      if (event.storageArea === localStorage) reread();
    };
    document.addEventListener("visibilitychange", seen);
    addEventListener("online", look);
    addEventListener("storage", changed);
    look();
    return () => {
      this.watched = false;
      clearTimeout(this.timer);
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("online", look);
      removeEventListener("storage", changed);
    };
  }

  private inOrder(): Own[] {
    const all = tables.mine.filter(({ table, over, gone }) => !over && (!gone || table in this.lost));
    return inOrder(
      all.map((mine) => {
        const now = this.now[mine.table];
        const lost = this.lost[mine.table];
        const standing = lost ? ended(lost) : now ? standingOf(now) : null;
        return { ...mine, standing, yours: standing?.yours ?? false, at: lost ? 0 : (now?.since ?? mine.at) };
      }),
    );
  }

  /** Ask for everything, one after the other. */
  async look(): Promise<void> {
    if (this.busy || !this.watched) return;
    clearTimeout(this.timer);
    const early = this.notBefore - Date.now();
    if (early <= 0 && session.person && document.visibilityState === "visible") {
      this.busy = true;
      const fault = await this.round().then(() => null, faultOf);
      this.busy = false;
      this.wait = fault ? longer(this.wait, fault) : EACH;
      this.notBefore = fault?.after ? Date.now() + 1000 * fault.after : 0;
    }
    this.later(Math.max(this.wait, early));
  }

  private later(ms: number): void {
    if (this.watched) this.timer = setTimeout(() => void this.look(), ms);
  }

  private async round(): Promise<void> {
    reread();
    for (const each of askedFor(tables.mine, serverNow())) {
      if (this.watched && !this.broken.has(each.table)) await this.one(each);
    }
    this.listed = await ask("GET /api/tables");
  }

  private async one(mine: Mine): Promise<void> {
    const { table } = mine;
    let now: TableNow;
    try {
      now = await ask("GET /api/tables/{table}", { table });
    } catch (error) {
      const { status } = faultOf(error);
      if (status === 404) this.lose(table, "missing");
      // Nobody is answered just now, or only this table is at fault.
      else if ([0, 401, 403, 429, 503].includes(status)) throw error;
      else this.broken.add(table);
      return;
    }
    if (now.phase === "closed") this.lose(table, "closed");
    else if (now.phase === "lobby" && !now.mine.length) note(table, { gone: true });
    else await this.tell(mine, now);
  }

  private async tell(mine: Mine, now: TableNow): Promise<void> {
    const { table, game, next } = now;
    const over = now.phase === "over";
    this.now = { ...this.now, [table]: now };
    const others = othersOf(now.seats, now.mine);
    if (over && !mine.over) note(table, { over, at: now.since });
    if (JSON.stringify([mine.names, mine.bots]) !== JSON.stringify([others.names, others.bots])) note(table, others);
    if (!next || mine.next) return;
    note(table, { next });
    if (tables.mine.some((each) => each.table === next)) return;
    remember({ table: next, game, ...others, over: false });
    await this.one(tables.mine[0]!);
  }

  private lose(table: string, how: "closed" | "missing"): void {
    this.lost = { ...this.lost, [table]: how };
    note(table, { gone: true });
  }
}
