// What is shown of a game, one step after the other: the newest is known at once, but shown when its turn comes.
import type { AnyEvent, Told } from "../generated/protocol";
import type { Face, GameName } from "../kit/face";
import { moved, skipMotion } from "../kit/motion";
import { prefs } from "./prefs.svelte";

const BEAT = { full: 420, quick: 120, none: 500 }; // between two steps, to see what was done
const GESTURE = 900;
const TOO_MANY = 12; // steps that nobody wants to wait for

export class Stage {
  told = $state.raw<Told | null>(null);
  events = $state.raw<AnyEvent[]>([]);
  gesture = $state("");
  busy = $state(false);
  root: HTMLElement | undefined;
  onShown: (told: Told) => void = () => {};

  private queue: Told[] = [];
  private hurried = false;
  private beat: (() => void) | null = null;
  private fading = 0;

  constructor(private readonly face: Face<GameName>) {}

  /** Show it at once, as somebody sees it who has just come. */
  jump(told: Told | null): void {
    this.queue = [];
    this.told = told;
    this.events = [];
    if (told) this.onShown(told);
  }

  /** Show it after what is being shown. */
  push(told: Told): void {
    if (!this.told || told.all || document.hidden || !this.root || this.queue.length > TOO_MANY) {
      this.jump(told);
      return;
    }
    this.queue.push(told);
    if (!this.busy) void this.run();
  }

  /** Somebody has seen enough. */
  skip = (): void => {
    if (!this.busy) return;
    this.hurried = true;
    skipMotion();
    this.beat?.();
  };

  private async run(): Promise<void> {
    this.busy = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        await this.step(next);
        if (this.queue.length && !this.hurried) await this.pause();
      }
    } finally {
      this.busy = false;
      this.hurried = false;
    }
  }

  private async step(next: Told): Promise<void> {
    const { root } = this;
    const before = this.told?.view ?? null;
    const events = next.events;
    const paths = this.face.paths?.(events, before, next.view) ?? {};
    const change = () => {
      this.told = next;
      this.events = events;
      this.move(events);
      this.onShown(next);
    };
    if (!root || this.hurried) change();
    else await moved(root, change, paths);
  }

  private move(events: readonly AnyEvent[]): void {
    const found =
      events
        .map((event) => this.face.gesture?.(event) ?? "")
        .filter(Boolean)
        .at(-1) ?? "";
    clearTimeout(this.fading);
    this.gesture = found;
    if (found) this.fading = window.setTimeout(() => (this.gesture = ""), GESTURE);
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, BEAT[prefs.motion]);
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
      this.beat = done;
    });
  }
}
