// A finished game being shown: at which step, by whose eyes, how fast; steps that follow each other in beats.
import type { AnyEvent, Replay, Told } from "../generated/protocol";
import type { Event, Face, GameName } from "../kit/face";
import { keep, kept } from "./kept";
import { heardBy, type Where } from "./moments";
import { prefs } from "./prefs.svelte";
import { Stage } from "./stage.svelte";
import { announce } from "./toasts.svelte";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const KEY = "tablee.replay.speed";
// Milliseconds that a step stays where no words hold it: at once, and where nothing was said of it.
const AT_ONCE = 900;
const SILENT = 300;

export class Show {
  at = $state(0);
  eyes = $state<number | null>(null);
  running = $state(false);
  speed = $state(SPEEDS.find((each) => each === kept<number>(KEY)) ?? 1);
  readonly stage: Stage;
  readonly last: number;
  private turn = 0;
  private runs = 0;
  private jumping = false;

  constructor(
    private readonly replay: Replay,
    face: Face<GameName>,
    private readonly tell: (event: Event<GameName>) => string,
    where: Where,
  ) {
    this.last = replay.steps.length - 1;
    this.stage = new Stage(face, tell);
    this.stage.speed = this.speed;
    this.stage.onBeat = (events) => {
      if (!this.jumping) announce(events.map((event) => this.tell(event)).join(" "));
    };
    this.look(where);
  }

  /** Show a step at once. */
  look({ at, eyes }: Where): void {
    this.pause();
    this.turn += 1;
    this.at = Math.min(Math.max(at, 0), this.last);
    this.eyes = eyes !== null && eyes < this.replay.seats.length ? eyes : null;
    this.stage.hurry();
    this.jump(this.at);
  }

  to(at: number): void {
    this.look({ at, eyes: this.eyes });
  }

  /** The next step, beat by beat. */
  next(): void {
    this.pause();
    if (this.at < this.last) void this.play();
  }

  pause(): void {
    this.running = false;
    this.runs += 1;
  }

  /** One step after the other, to the end; from the end, the whole game again. */
  async run(): Promise<void> {
    if (this.at === this.last) this.to(0);
    this.pause();
    const mine = this.runs;
    const goes = () => mine === this.runs;
    this.running = true;
    while (goes() && this.at < this.last) {
      await this.play();
      const said = heardBy(this.replay.steps[this.at], this.eyes).some((event) => this.tell(event));
      const rest = prefs.pace === "once" ? AT_ONCE : said ? 0 : SILENT;
      if (goes() && rest) await new Promise((over) => setTimeout(over, rest / this.speed));
    }
    if (goes()) this.running = false;
  }

  /** The speed that is so many faster; kept on the device. */
  faster(by: number): void {
    const now = SPEEDS.findIndex((each) => each === this.speed);
    this.setSpeed(SPEEDS[Math.min(Math.max(now + by, 0), SPEEDS.length - 1)] ?? 1);
  }

  setSpeed(speed: number): void {
    this.speed = SPEEDS.find((each) => each === speed) ?? 1;
    this.stage.speed = this.speed;
    keep(KEY, this.speed);
  }

  private async play(): Promise<void> {
    const turn = ++this.turn;
    this.at += 1;
    if (this.stage.busy) {
      this.stage.hurry();
      await this.stage.settled();
      if (turn !== this.turn) return;
    }
    // Who went on before all was shown begins where the last step ended.
    if (this.stage.told?.v !== this.at - 1) this.jump(this.at - 1);
    this.stage.push(this.told(this.at));
    await this.stage.settled();
  }

  private jump(at: number): void {
    this.jumping = true;
    this.stage.jump(this.told(at));
    this.jumping = false;
  }

  private told(at: number): Told {
    const events = heardBy(this.replay.steps[at], this.eyes) as AnyEvent[];
    const view = this.replay.steps[at]?.views[String(this.eyes)] as Told["view"];
    const plain = { t: "told", all: false, legal: [], undo: false, outcome: null } as const;
    return { ...plain, legal: [], v: at, turn: at, seat: this.eyes, n: events.length, events, view };
  }
}
