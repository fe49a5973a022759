// Whether the other end of a connection is there: who is silent is asked, who does not answer is called silent, and given
// up a moment later.
//
// A phone that slept and a network that is gone leave a socket that looks open. Any word is an answer, so that a slow
// way is only slow.
const IDLE = 4_000; // milliseconds of silence, then it is time to ask
const ASK = 1_200; // that somebody waits for an answer, then we ask, too: a bot may think for longer than that
const SAY = 2_500; // without a word while somebody waits, then it is said
const SAY_IDLE = 4_000; // and while nobody does
const GONE = 5_000; // without a word since we asked: it takes another connection
const HELD_UP = 1_000; // a timer that comes so late: then it is we who slept

type Due = "idle" | "ask" | "say" | "gone";

interface Hooks {
  /** Nobody has said anything for a while. */
  idle: () => void;
  /** Say something that is answered at once. */
  ask: () => void;
  /** Nobody answers, or somebody does again. */
  silent: (is: boolean) => void;
  gone: () => void;
}

export class Pulse {
  private readonly timers = new Map<Due, { at: number; timer: ReturnType<typeof setTimeout> }>();

  constructor(private readonly hooks: Hooks) {}

  /** A word came. */
  heard(): void {
    this.end();
    this.hooks.silent(false);
    this.in(IDLE, "idle", this.hooks.idle);
  }

  /** Something went out that will be answered; `tapped`: somebody waits for it. */
  sent(tapped: boolean): void {
    this.stop("idle");
    if (tapped) this.in(ASK, "ask", this.hooks.ask);
    this.in(tapped ? SAY : SAY_IDLE, "say", () => this.hooks.silent(true));
    this.in(GONE, "gone", this.hooks.gone);
  }

  /** Is anybody there? `tapped`: somebody wants to know it now. */
  ask(tapped = false): void {
    this.sent(tapped);
    this.stop("ask");
    this.hooks.ask();
  }

  end(): void {
    for (const due of [...this.timers.keys()]) this.stop(due);
  }

  private stop(due: Due): void {
    clearTimeout(this.timers.get(due)?.timer);
    this.timers.delete(due);
  }

  /** What is due sooner stays so: who taps twice waits no longer. */
  private in(wait: number, due: Due, does: () => void): void {
    const at = performance.now() + wait;
    if ((this.timers.get(due)?.at ?? Infinity) <= at) return;
    this.stop(due);
    const timer = setTimeout(() => {
      this.timers.delete(due);
      if (performance.now() - at < HELD_UP) does();
      else {
        this.end();
        this.ask(true);
      }
    }, wait);
    this.timers.set(due, { at, timer });
  }
}
