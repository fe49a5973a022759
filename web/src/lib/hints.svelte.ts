// A hint: one at a time, for the position that it was asked in, with its reason in words.
import type { AnyEvent, Told } from "../generated/protocol";
import { named, type TableLink } from "../net/table.svelte";
import type { Speech } from "./speech";
import { announce, dismiss, toast } from "./toasts.svelte";
import { both, t } from "./words";

/** A line of the log that this device alone has; it stands after what was heard last when it came. */
export interface Note {
  after: AnyEvent | undefined;
  text: string;
}

export class Hints {
  thinking = $state(false);
  private found = $state.raw({ seat: -1, turn: -1, action: "" });
  private written = $state.raw<(Note & { seat: number })[]>([]);
  private toast = 0;

  constructor(private readonly link: TableLink) {}

  /** The action that it speaks for, as long as the position is the one of then; else "". */
  for(told: Told | null): string {
    const { seat, turn, action } = this.found;
    return told?.seat === seat && told.turn === turn ? action : "";
  }

  /** What stands in the log of a seat: the others of its device did not ask. */
  notesOf(seat: number | null): Note[] {
    return this.written.filter((each) => each.seat === seat);
  }

  async ask(seat: number, speech: Speech): Promise<void> {
    if (this.thinking) return;
    if (this.link.info?.hints === false) {
      toast(t("hint.rated"), "why");
      announce(t("hint.rated"));
      return;
    }
    this.thinking = true;
    const said = await this.link.ask("hint", { seat });
    this.thinking = false;
    if (!said) return;
    if (said.t === "refused") {
      toast(both(said.messages), "why");
      return;
    }
    const best = said.moves[0];
    // Who has moved while the bot thought needs no advice any more.
    if (!best || this.link.told[named(seat)]?.turn !== said.turn) return;
    const { action } = best;
    const again = this.for(this.link.told[named(seat)] ?? null) === action;
    this.found = { seat, turn: said.turn, action };
    const text = [t("hint.says", { action: speech.label(action) }), both(said.messages)].filter(Boolean).join(" ");
    if (!again) this.written = [...this.written, { seat, after: this.link.heard[named(seat)]?.at(-1), text }];
    this.toast = toast(text);
    announce(text);
  }

  /** The position is another one: what was said of the old one goes. */
  gone(): void {
    dismiss(this.toast);
  }
}
