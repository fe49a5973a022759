// One table's connection: kept alive, made again when it is lost, and nothing said twice or forgotten
// (docs/protocol.md).
import type {
  Answer,
  AnyEvent,
  Asked,
  Bye,
  Chat,
  Hinted,
  Linked,
  Refused,
  TableInfo,
  Told,
  WhyNot,
} from "../generated/protocol";
import { keep, kept } from "../lib/kept";
import type { Both } from "./api";
import { Pulse } from "./pulse";
import { luckFor, noted } from "./share";

export type State = "connecting" | "connected" | "reconnecting" | "offline" | "ended";
type Command = Extract<Asked, { id: string }>;
type WithoutId<C> = C extends { id: string } ? Omit<C, "id"> : never;
type Answers = { why: WhyNot; hint: Hinted; link: Linked };
type Questions = { why: { seat: number; action: string }; hint: { seat: number }; link: { seat: number } };

interface Question {
  kind: keyof Answers;
  answer: (found: Answers[keyof Answers] | Refused | null) => void;
}

const PROTOCOL = 1;
const FINAL = ["no_table", "protocol", "malformed", "unreadable"]; // why not to come back
const LATER = 5; // tries that count as made already, for who was told to slow down
const PAUSES = [50, 200, 500, 1000, 2000, 4000, 8000];
const OPENING = 10_000; // milliseconds until a connection is there, on however slow a way

/** The audience of a message, as a key. */
export const named = (seat: number | null): string => String(seat);

export class TableLink {
  state = $state<State>("connecting");
  /** Why it is over with this connection, if it is. */
  bye = $state.raw<Both | null>(null);
  info = $state.raw<TableInfo | null>(null);
  person = $state("");
  told = $state.raw<Record<string, Told>>({});
  /** What each audience of ours heard, from the beginning or as far back as we know. */
  heard = $state.raw<Record<string, AnyEvent[]>>({});
  chat = $state.raw<Chat[]>([]);
  /** Commands that are on their way, kept over a reload. */
  pending = $state.raw<readonly Command[]>([]);
  /** The connection looks open, and nobody answers. */
  silent = $state(false);
  /** The server's seal is not the one that we noted: our share stays here. */
  broken = $state(false);
  /** How far the server's clock is ahead of ours. */
  ahead = 0;

  onTold: (told: Told) => void = () => {};
  onRefused: (refused: Refused) => void = () => {};

  private socket: WebSocket | null = null;
  private tries = 0;
  private pings = 0;
  private timer = 0;
  private shut = false;
  private readonly pulse = new Pulse({
    // Nobody waits for news on a page that is not seen: it asks when it is shown.
    idle: () => document.visibilityState === "visible" && this.pulse.ask(),
    ask: () => this.send({ t: "ping", n: ++this.pings }),
    silent: (is) => (this.silent = is),
    gone: () => this.drop(),
  });
  private readonly settled = new Map<string, (refused: Refused | null) => void>();
  private questions: Question[] = [];

  /** Who is not `willing` only listens: seats that are kept for them stay without a share. */
  constructor(
    readonly table: string,
    private willing = true,
  ) {
    this.pending = kept<Command[]>(this.key, false) ?? [];
    addEventListener("online", this.now);
    addEventListener("offline", this.away);
    document.addEventListener("visibilitychange", this.look);
    this.open();
  }

  private get key(): string {
    return `tablee.waiting.${this.table}`;
  }

  get sending(): number {
    return this.pending.length;
  }

  /** Leave the page: the connection goes, what waits stays kept. */
  close(): void {
    this.shut = true;
    removeEventListener("online", this.now);
    removeEventListener("offline", this.away);
    document.removeEventListener("visibilitychange", this.look);
    this.quiet();
    this.socket?.close(1000);
    this.socket = null;
  }

  // -- the connection ------------------------------------------------------------------------------

  private open(): void {
    if (this.shut || this.socket) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.drop(), OPENING);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    socket.onopen = () => {
      clearTimeout(this.timer);
      const seen = Object.fromEntries(Object.entries(this.told).map(([seat, { n }]) => [seat, n]));
      this.send({ t: "join", protocol: PROTOCOL, seen });
      for (const command of this.pending) this.send(command);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      // One that was given up says nothing any more.
      if (this.socket !== socket) return;
      this.pulse.heard();
      this.hear(JSON.parse(message.data) as Answer);
    };
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lost(code);
    };
  }

  private lost(code: number): void {
    this.socket = null;
    this.quiet();
    for (const { answer } of this.questions.splice(0)) answer(null);
    if (this.shut || this.state === "ended") return;
    if (code === 4404) {
      this.state = "ended";
      return;
    }
    this.state = navigator.onLine ? (this.info ? "reconnecting" : "connecting") : "offline";
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)] as number;
    this.timer = window.setTimeout(() => this.open(), pause * (0.5 + Math.random()));
  }

  /** Give it up: another one may find the way. */
  private drop(): void {
    const dead = this.socket;
    this.socket = null;
    dead?.close();
    this.lost(0);
  }

  /** Try at once: the network is back, or somebody looks at the page again. */
  now = (): void => {
    if (this.state === "ended" || (this.state === "connected" && !this.silent)) return;
    this.tries = 0;
    // What began without a network may wait for long.
    if (this.silent || this.socket?.readyState === WebSocket.CONNECTING) this.drop();
    this.open();
  };

  /** Under another name: the server knows us by the session that the connection began with. */
  anew(): void {
    this.socket?.close(1000);
  }

  /** No network, says the device. Its sockets look open for long; one to a server on the device itself comes back. */
  private away = (): void => {
    if (this.state === "ended") return;
    this.tries = 0;
    this.drop();
  };

  private look = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.state === "connected") this.pulse.ask(true);
    else this.now();
  };

  private quiet(): void {
    clearTimeout(this.timer);
    this.pulse.end();
    this.silent = false;
  }

  private send(message: Asked): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    // What somebody has tapped is waited for; the rest must be answered all the same, but for `hurry`.
    const own = message.t === "join" || message.t === "sync" || message.t === "ping";
    if (message.t !== "hurry" && message.t !== "ping") this.pulse.sent(!own);
  }

  // -- hearing -------------------------------------------------------------------------------------

  private hear(message: Answer): void {
    switch (message.t) {
      case "welcome":
        this.person = message.person;
        this.ahead = message.time - Date.now();
        this.state = "connected";
        this.tries = 0;
        break;
      case "table":
        this.ahead = message.time - Date.now();
        this.info = message;
        this.forget();
        this.luck(message);
        break;
      case "told":
        this.take(message);
        break;
      case "ack":
        this.settle(message.id, null);
        break;
      case "refused":
        this.refused(message);
        break;
      case "chat":
        if (message.v > (this.chat.at(-1)?.v ?? 0)) this.chat = [...this.chat, message];
        break;
      case "why":
      case "hint":
      case "link":
        this.answered(message.t, message);
        break;
      case "pong":
        this.ahead = message.time - Date.now();
        break;
      case "bye":
        this.goodbye(message);
        break;
    }
  }

  private goodbye(message: Bye): void {
    if (message.code === "too_fast") this.tries = LATER;
    if (!FINAL.includes(message.code)) return;
    this.bye = message.messages;
    this.state = "ended";
  }

  private take(message: Told): void {
    const seat = named(message.seat);
    const before = this.told[seat];
    const fresh = message.events;
    if (!message.all && (before === undefined || before.n + fresh.length !== message.n)) {
      this.send({ t: "sync" });
      return;
    }
    const old = message.all ? [] : (this.heard[seat] ?? []);
    this.heard = { ...this.heard, [seat]: [...old, ...fresh] };
    this.told = { ...this.told, [seat]: message };
    this.forget();
    this.onTold(message);
  }

  /** What was told to a seat that has gone to somebody else is not ours any more, once we hear as what we are. */
  private forget(): void {
    const ours = Object.entries(this.told).filter(([seat]) => seat === "null" || this.mine.includes(Number(seat)));
    if (ours.length && ours.length < Object.keys(this.told).length) this.told = Object.fromEntries(ours);
  }

  private refused(message: Refused): void {
    if (!this.pending.some(({ id }) => id === message.id)) {
      this.questions.shift()?.answer(message);
    } else if (message.code === "unavailable" || message.code === "busy") {
      const again = this.pending.find(({ id }) => id === message.id);
      if (again) setTimeout(() => this.send(again), 300);
    } else {
      this.settle(message.id, message);
    }
  }

  private settle(id: string, refused: Refused | null): void {
    if (!this.pending.some((command) => command.id === id)) return;
    this.keep(this.pending.filter((command) => command.id !== id));
    const settled = this.settled.get(id);
    this.settled.delete(id);
    if (settled) settled(refused);
    else if (refused) this.onRefused(refused);
  }

  // -- doing ---------------------------------------------------------------------------------------

  private keep(pending: readonly Command[]): void {
    this.pending = pending;
    keep(this.key, pending.length ? pending : null, false);
  }

  /** Send a command until it is acknowledged; null when it is done, or why it was refused. */
  do(what: WithoutId<Command>): Promise<Refused | null> {
    const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
    const command = { ...what, id };
    this.keep([...this.pending, command]);
    this.send(command);
    return new Promise((resolve) => {
      this.settled.set(id, (refused) => {
        if (refused) this.onRefused(refused);
        resolve(refused);
      });
    });
  }

  /** Bots that think go on at once, until a person is to act. */
  hurry(): void {
    this.send({ t: "hurry" });
  }

  /** Ask something that changes nothing; null if there was no answer. */
  ask<K extends keyof Answers>(kind: K, what: Questions[K]): Promise<Answers[K] | Refused | null> {
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        resolve(null);
        return;
      }
      this.questions.push({ kind, answer: resolve as Question["answer"] });
      this.send({ t: kind, ...what } as Asked);
    });
  }

  private answered(kind: keyof Answers, message: Answers[keyof Answers]): void {
    const at = this.questions.findIndex((each) => each.kind === kind);
    if (at >= 0) this.questions.splice(at, 1)[0]?.answer(message);
  }

  // -- the luck ------------------------------------------------------------------------------------

  private has(kind: Command["t"]): boolean {
    return this.pending.some((each) => each.t === kind);
  }

  /** Seats that are ours, in order. */
  get mine(): number[] {
    return (this.info?.seats ?? []).flatMap((seat, i) => (seat.person === this.person && this.person ? [i] : []));
  }

  /** Whether we heard as everybody that we are. */
  get isTold(): boolean {
    return Object.keys(this.told).length > 0 && this.mine.every((seat) => this.told[named(seat)]);
  }

  /** Take the seats that are kept for us. */
  agree(): void {
    this.willing = true;
    if (this.info) this.luck(this.info);
  }

  sit(seat: number): Promise<Refused | null> {
    const { sealed } = luckFor(this.table, this.info?.commitment ?? "");
    return this.do({ t: "sit", seat, commitment: sealed });
  }

  /** Commit for seats that are kept for us; show our share when all are sealed. */
  private luck(info: TableInfo): void {
    if (!this.willing) return;
    if (info.phase === "lobby") {
      const bare = this.mine.find((seat) => !info.seats[seat]?.ready);
      if (bare !== undefined && !this.has("sit")) void this.sit(bare);
    } else if (info.phase === "sealing" && info.wanted.includes(this.person)) {
      const ours = noted(this.table);
      this.broken = ours?.server !== info.commitment;
      if (ours && !this.broken && !this.has("reveal")) void this.do({ t: "reveal", share: ours.share });
    }
  }
}
