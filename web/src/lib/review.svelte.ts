// A game's review: heavy for the server, which begins when it is asked for; what it found is kept as long as the page.
import { SvelteMap } from "svelte/reactivity";
import type { Review, TurningPoint } from "../generated/protocol";
import { ask, faultOf, type Fault } from "../net/api";
import { t } from "./words";

const AGAIN = 700; // milliseconds until one asks whether it is there
const BY = { luck: "review.by.luck", decision: "review.by.decision" } as const;
const found = new SvelteMap<string, Review>();

/** What was found already: nobody is made to work for it. */
export function reviewOf(table: string): Review | undefined {
  return found.get(table);
}

/** “+12”, in percent. */
export function points(value: number): string {
  const whole = Math.round(100 * value);
  return whole === 0 ? "0" : `${whole < 0 ? "−" : "+"}${Math.abs(whole)}`;
}

export function turned({ by, change }: TurningPoint, name: string): string {
  return t(BY[by], { name, change: points(change) });
}

export class Work {
  done = $state(0);
  review = $state.raw<Review | null>(null);
  trouble = $state.raw<Fault | null>(null);

  /** To be made where a component is: who goes away stops asking. */
  constructor(
    private readonly table: string,
    wanted: () => boolean = () => true,
  ) {
    this.review = found.get(table) ?? null;
    $effect(() => (wanted() && !this.review ? this.watch() : undefined));
  }

  private watch(): () => void {
    let timer = 0;
    let gone = false;
    this.trouble = null;
    const look = async (): Promise<void> => {
      try {
        const said = await ask("GET /api/tables/{table}/review", { table: this.table });
        if (gone) return;
        this.done = said.done;
        if (said.review) {
          found.set(this.table, said.review);
          this.review = said.review;
        } else timer = window.setTimeout(() => void look(), AGAIN);
      } catch (error) {
        if (!gone) this.trouble = faultOf(error);
      }
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }
}
