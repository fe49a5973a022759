// What is shown of a game, one beat after the other: the newest is known at once, but shown when its turn comes.
import { tick } from "svelte";
import type { AnyEvent, Told } from "../generated/protocol";
import type { Event, Face, GameName, View } from "../kit/face";
import { moved, skipMotion, still } from "../kit/motion";
import { stands, stepsOf, type Step } from "./beats";
import type { Past } from "./past.svelte";
import { prefs, type Pace } from "./prefs.svelte";

const GESTURE = 900;
const FEW = 2; // beats that may wait behind one

interface Waiting extends Step {
  told: Told;
  /** It is the last of what was told: then that is what lies there. */
  last: boolean;
  /** How much was heard when it is shown. */
  n: number;
  own: boolean;
  /** All that was told in one: nobody waits for it. */
  whole: boolean;
  /** It was shown before. */
  again: boolean;
}

/** What is said while a beat is shown, and whose mark stands beside it. */
export interface Caption {
  text: string;
  seat: number | null;
}

export class Stage {
  /** The newest of which all is shown. */
  told = $state.raw<Told | null>(null);
  view = $state.raw<View<GameName> | null>(null);
  events = $state.raw<readonly AnyEvent[]>([]);
  caption = $state.raw<Caption | null>(null);
  gesture = $state("");
  busy = $state(false);
  /** Something flies, or is about to. */
  moving = $state(false);
  /** More waits than one wants to look on without a choice. */
  long = $state(false);
  /** How many events are shown of all that were heard. */
  n = $state(0);
  root: HTMLElement | undefined;
  /** How much faster than the device likes it: a replay may be hurried and slowed down. */
  speed = 1;
  /** A beat is on the screen; `told` with the last one of what was told. */
  onBeat: (events: readonly AnyEvent[], told: Told | null) => void = () => {};

  private queue: Waiting[] = [];
  private newest: Told | null = null;
  private hurried = false;
  /** Enough of this beat. */
  private cut = new AbortController();
  private going: Promise<void> = Promise.resolve();
  private fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly face: Face<GameName>,
    private readonly tell: (event: Event<GameName>) => string,
  ) {}

  /** Show it at once, as somebody sees it who has just come. */
  jump(told: Told | null): void {
    this.queue = [];
    this.cut.abort();
    this.newest = this.told = told;
    this.view = told?.view ?? null;
    this.n = told?.n ?? 0;
    this.events = [];
    this.caption = null;
    if (told) this.onBeat(told.events.slice(told.all ? -1 : 0), told);
  }

  /** Show it after what is being shown. `own`: it answers a move of this page. `pressed`: somebody's time runs, so
      nothing is waited for any more. */
  push(told: Told, own = false, pressed = false): void {
    if (!this.newest || told.all || document.hidden || !this.root) {
      this.jump(told);
      return;
    }
    const whole = pressed || prefs.pace === "once";
    this.queue.push(...this.waiting(told, this.newest.view, whole, own, false));
    this.newest = told;
    if (pressed && this.busy) this.hurry();
    if (this.queue.length > FEW) this.long = true;
    if (!this.busy) this.going = this.run();
  }

  /** When all that waits is shown. */
  settled = (): Promise<void> => this.going;

  /** Show it once more, beat by beat, and then what lies there now. */
  async again({ from, since }: Past): Promise<void> {
    if (this.busy) return;
    let before = from?.view ?? null;
    const steps = since.flatMap((told) => {
      const found = this.waiting(told, before, false, false, true);
      before = told.view;
      return found;
    });
    this.busy = true;
    const { signal } = (this.cut = new AbortController());
    if (from) {
      this.view = from.view;
      this.events = [];
      await tick();
    }
    // Somebody else may look by now: what was kept is not for them.
    if (!signal.aborted) this.queue.unshift(...steps);
    this.long = this.queue.length > FEW;
    await this.run();
  }

  /** Enough of this beat. */
  skip = (): void => {
    if (!this.busy) return;
    this.cut.abort();
    skipMotion();
  };

  /** Enough of all that waits. */
  hurry = (): void => {
    if (!this.busy) return;
    this.hurried = true;
    this.skip();
  };

  private waiting(told: Told, before: View<GameName> | null, whole: boolean, own: boolean, again: boolean): Waiting[] {
    const { events, view } = told;
    const steps = whole ? [{ view, events, flown: events }] : stepsOf(this.face, this.tell, events, before, view);
    let n = told.n - events.length;
    return steps.map((step, i) => {
      n += step.events.length;
      const last = i === steps.length - 1;
      const first = own && i === 0 && step.events.length === 1;
      return { ...step, told, last, n: last ? told.n : n, own: first, whole, again, ...(last && { view }) };
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        await this.step(next);
      }
    } finally {
      this.busy = this.moving = this.hurried = this.long = false;
      this.caption = null;
    }
  }

  private async step(next: Waiting): Promise<void> {
    const { signal } = (this.cut = new AbortController());
    const { root } = this;
    // Who asks to see it again has not followed it when it was faster.
    const pace: Pace = next.again && prefs.pace !== "calm" ? "normal" : prefs.pace;
    const said = next.events.map(this.tell).filter(Boolean);
    // What one does oneself is waited for only where more comes of it.
    const nothing = this.hurried || next.whole || (next.own && this.queue.length === 0);
    const long = nothing ? 0 : stands(pace, said, next.own) / this.speed;
    const paths = this.face.paths?.(next.flown, this.view, next.view) ?? {};
    const change = () => {
      this.show(next, long > 0 && !next.own ? said : []);
    };
    // At once: what has another behind it does not fly.
    if (!root || this.hurried || (pace === "once" && this.queue.length > 0)) change();
    else {
      this.moving = true;
      await moved(root, change, paths, this.speed);
    }
    if (root && long > 0 && pace !== "brisk" && !next.own) await Promise.race([still(root), aborted(signal)]);
    this.moving = false;
    if (long > 0) await elapsed(long, signal);
  }

  private show(next: Waiting, said: string[]): void {
    this.view = next.view;
    this.events = next.events;
    const about = next.events.find((each) => "seat" in each && typeof each.seat === "number");
    this.caption = said.length ? { text: said.join(" "), seat: about && "seat" in about ? about.seat : null } : null;
    if (!next.again) {
      this.n = next.n;
      if (next.last) this.told = next.told;
    }
    this.move(next.events);
    this.onBeat(next.events, next.last && !next.again ? next.told : null);
  }

  private move(events: readonly AnyEvent[]): void {
    const found =
      events
        .map((event) => this.face.gesture?.(event) ?? "")
        .filter(Boolean)
        .at(-1) ?? "";
    clearTimeout(this.fading);
    this.gesture = found;
    if (found) this.fading = setTimeout(() => (this.gesture = ""), GESTURE);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** So long, or until it is enough. */
async function elapsed(long: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, long))), aborted(signal)]);
  clearTimeout(timer);
}
