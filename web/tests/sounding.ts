// Every sound there is, by name, and a device that only notes what it is asked to play.
import { sounds as megabou } from "../src/games/megabou/sounds";
import { sounds as meowtopia } from "../src/games/meowtopia/sounds";
import { sounds as mow } from "../src/games/mow/sounds";
import { sounds as push_em_up } from "../src/games/push_em_up/sounds";
import { sounds as super_miaou } from "../src/games/super_miaou/sounds";
import type { GameName, Sounds } from "../src/kit/face";
import type { Sound } from "../src/lib/sounds/sound";
import { tune } from "../src/lib/sounds/tunes";

export const games = { megabou, meowtopia, mow, push_em_up, super_miaou } as unknown as Record<
  GameName,
  Sounds<GameName>
>;
export const TUNES = ["turn", "win", "lose", "shared", "no", "word"] as const;
// As events are that have much to tell, and such that have next to nothing.
const three = ["7", "a9", "16"];
const much = { n: 12, points: 9, flies: 40, cow: "16", cows: [...three, ...three], cards: three, heroes: three };
const little = { n: 0, points: 0, flies: 0, cow: "1", cows: [], cards: [], heroes: ["1"] };

/** What is heard when that happens, at its most or at its least. */
export function soundsOf(game: GameName, which: "much" | "little" = "much"): Record<string, Sound> {
  const { of, key, sample } = games[game];
  const told = which === "much" ? much : little;
  const made = Object.entries(of).map(([event, make]) => {
    const sound = (make as (event: object) => Sound)({ event, seat: 0, colour: "red", ...told });
    return [event, sound] as const;
  });
  const tunes = TUNES.map((name) => [`tune ${name}`, tune(name, key)] as const);
  return { ...Object.fromEntries([...made, ...tunes]), sample };
}

class Param {
  value = 1;
  readonly seen: number[] = [];
  readonly times: number[] = [];
  private note(value: number, at: number): this {
    this.seen.push(value);
    this.times.push(at);
    return this;
  }
  setValueAtTime = (value: number, at: number): this => this.note(value, at);
  linearRampToValueAtTime = (value: number, at: number): this => this.note(value, at);
  exponentialRampToValueAtTime = (value: number, at: number): this => this.note(value, at);
  setTargetAtTime = (value: number, at: number): this => this.note(value, at);
  setValueCurveAtTime = (values: Float32Array, at: number, long: number): this => {
    for (const value of values) this.note(value, at + long);
    return this;
  };
}

class Node {
  readonly gain = new Param();
  readonly frequency = new Param();
  readonly Q = new Param();
  readonly to = new Set<Node>();
  type = "";
  buffer: unknown = null;
  loop = false;
  onended: (() => void) | null = null;
  started: number | null = null;
  stopped: number | null = null;
  constructor(readonly kind: string) {}
  connect(to: Node): Node {
    this.to.add(to);
    return to;
  }
  disconnect(): void {
    this.to.clear();
  }
  start(at: number): void {
    this.started = at;
  }
  stop(at: number): void {
    this.stopped = at;
  }
}

/** An AudioContext that plays to nobody; `until` lets its time pass. */
export class Device {
  currentTime = 0;
  sampleRate = 8000;
  state: "suspended" | "running" = "suspended";
  readonly nodes: Node[] = [];
  readonly destination = new Node("destination");
  private made(kind: string): Node {
    const node = new Node(kind);
    this.nodes.push(node);
    return node;
  }
  createGain = (): Node => this.made("gain");
  createOscillator = (): Node => this.made("oscillator");
  createBiquadFilter = (): Node => this.made("filter");
  createBufferSource = (): Node => this.made("noise");
  createBuffer = (_: number, length: number): object => ({ getChannelData: () => new Float32Array(length) });
  resume = (): Promise<void> => {
    this.state = "running";
    return Promise.resolve();
  };
  suspend = (): Promise<void> => {
    this.state = "suspended";
    return Promise.resolve();
  };
  get sources(): Node[] {
    return this.nodes.filter(({ kind }) => kind === "oscillator" || kind === "noise");
  }
  until(time: number): void {
    this.currentTime = time;
    for (const each of this.sources) {
      if (each.stopped === null || each.stopped > time) continue;
      const { onended } = each;
      each.onended = null;
      onended?.();
    }
  }
  /** As the code under test knows it. */
  get context(): AudioContext {
    return this as unknown as AudioContext;
  }
}
