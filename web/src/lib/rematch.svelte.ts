// Once more: who of a table that is over has said yes, without anybody having to leave the result for it.
//
// The new table is listened to from here. Its seats are kept for all who played; who says yes takes theirs, and when
// everybody has and is there, its host's page begins.
import { untrack } from "svelte";
import type { SeatInfo } from "../generated/protocol";
import type { Sitter } from "../kit/face";
import { TableLink } from "../net/table.svelte";
import { sittersOf } from "./people";
import { go } from "./router.svelte";

/** `ask`: nobody has said anything yet, or others have; `wait`: we have, others have not; `start`: all have, the table
    begins; `join`: it has begun, or we have no seat there; `gone`: there is no such table any more. */
export type State = "ask" | "wait" | "start" | "join" | "gone";

export class Rematch {
  private readonly table: string = $derived.by(() => this.link.info?.next ?? "");
  private next = $state.raw<TableLink | null>(null);
  /** Asked for here, and not there yet. */
  private wanted = $state(false);
  /** Seen before it began: then it is followed. */
  private fresh = false;
  private begun = false;

  constructor(private readonly link: TableLink) {
    $effect(() => {
      const { table } = this;
      if (!table) return;
      const made = untrack(() => new TableLink(table, this.wanted));
      this.next = made;
      return () => made.close();
    });
    $effect(() => this.follow());
  }

  private readonly seats: readonly SeatInfo[] = $derived(this.next?.info?.seats ?? []);
  readonly sitters: readonly Sitter[] = $derived(sittersOf(this.table, this.seats, this.next?.person ?? ""));
  private readonly phase = $derived(this.next?.info?.phase ?? "");
  /** Seats of people who have said yes and are there, and of those who have not. */
  readonly ready: number[] = $derived(this.people((seat) => seat.ready && seat.here));
  readonly missing: number[] = $derived(this.people((seat) => !seat.ready || !seat.here));
  private readonly agreed = $derived.by(() => {
    const mine = this.next?.mine ?? [];
    return mine.length > 0 && mine.every((seat) => this.seats[seat]?.ready);
  });
  private readonly complete = $derived(
    this.missing.length === 0 && this.seats.length > 0 && this.seats.every(({ kind }) => kind !== "open"),
  );

  readonly state: State = $derived.by(() => {
    if (!this.table) return this.wanted ? "wait" : "ask";
    if (this.phase === "closed" || this.next?.state === "ended") return "gone";
    if (!this.phase) return this.wanted ? "wait" : "ask";
    if (this.phase !== "lobby" || !this.next?.mine.length) return "join";
    if (!this.agreed && !this.wanted) return "ask";
    return this.complete ? "start" : "wait";
  });

  /** Where the new table is; "" if there is none yet. */
  get path(): string {
    return this.table && `/t/${this.table}`;
  }

  /** Say yes. */
  async agree(): Promise<void> {
    this.wanted = true;
    this.next?.agree();
    // Somebody else may have been a moment faster: then theirs is the table.
    const refused = this.table ? null : await this.link.do({ t: "rematch" });
    if (refused && refused.code !== "rematched") this.wanted = false;
  }

  private people(which: (seat: SeatInfo) => boolean): number[] {
    return this.seats.flatMap((seat, i) => (seat.kind === "person" && which(seat) ? [i] : []));
  }

  private follow(): void {
    const { next, path, phase, agreed, complete } = this;
    if (!next || !agreed) return;
    if (phase === "lobby") {
      this.fresh = true;
      if (complete && next.info?.host === next.person && !this.begun) {
        this.begun = true;
        void next.do({ t: "start" }).then((refused) => (this.begun = refused === null));
      }
    } else if (this.fresh && (phase === "sealing" || phase === "playing")) go(path);
  }
}
