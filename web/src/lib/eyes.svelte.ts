// Whose eyes a device looks with: who is to act of those that share it, behind a curtain where another must not see.
import type { Told } from "../generated/protocol";
import { named, type TableLink } from "../net/table.svelte";

export class Eyes {
  private own = $state<number | null>(null);
  /** For whom the table is covered until they say that they are there. */
  curtain = $state<number | null>(null);

  constructor(
    private readonly link: TableLink,
    private readonly show: (told: Told | null) => void,
  ) {
    this.own = this.first();
    if (link.mine.length > 1 && this.hidden(link.mine)) this.curtain = this.own;
  }

  /** The seat whose news are shown, or null for those of all. */
  get audience(): number | null {
    return this.link.told[named(this.own)] ? this.own : (Object.values(this.link.told)[0]?.seat ?? null);
  }

  look(seat: number | null): void {
    this.own = seat;
    this.curtain = null;
    this.show(this.link.told[named(seat)] ?? Object.values(this.link.told)[0] ?? null);
  }

  /** Somebody else of this device is to act: who it is, if so. */
  get next(): number | null | undefined {
    const { mine } = this.link;
    if (this.curtain !== null || (this.own !== null && this.waits(this.own))) return undefined;
    const found = this.own === null || !mine.includes(this.own) ? this.first() : mine.find((seat) => this.waits(seat));
    return found === this.own ? undefined : found;
  }

  hand(seat: number | null): void {
    const { mine } = this.link;
    if (mine.length > 1 && this.own !== null && this.hidden(mine)) setTimeout(() => (this.curtain = seat), 900);
    else this.look(seat);
  }

  /** Two people of one device see different things: then one must not see the other's. */
  private hidden(seats: readonly number[]): boolean {
    const seen = seats.map((seat) => {
      const { seat: _, ...rest } = (this.link.told[named(seat)]?.view ?? {}) as Record<string, unknown>;
      return JSON.stringify(rest);
    });
    return seen.some((each) => each !== seen[0]);
  }

  private waits(seat: number): boolean {
    return (this.link.told[named(seat)]?.legal.length ?? 0) > 0;
  }

  private first(): number | null {
    return this.link.mine.find((seat) => this.waits(seat)) ?? this.link.mine[0] ?? null;
  }
}
