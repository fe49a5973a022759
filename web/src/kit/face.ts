// What a game gives to the table: its board, its drawings, its own words. Never a rule: those are the server's.
import type { Component } from "svelte";
import type { AnyEvent, Games, Outcome } from "../generated/protocol";
import type { Key, Sound } from "../lib/sounds/sound";
import type { Table } from "../lib/texts";
import type { Language } from "../lib/prefs.svelte";

export type GameName = keyof Games;
export type View<G extends GameName> = Games[G]["view"];
export type Event<G extends GameName> = Games[G]["event"];

/** Somebody at the table, as the board should show them. */
export interface Sitter {
  name: string;
  /** One of this device's people: “you” is fine for them. */
  mine: boolean;
  bot: boolean;
}

/** What a player has taken in hand, before it is an action: the stage and their own things share it. It is empty again
    with every new view. */
export interface Held {
  what: string;
}

/** What a stage and one's own things are given. They draw `view`, offer `legal`, call `attempt`; they decide nothing. */
export interface BoardProps<G extends GameName> {
  view: View<G>;
  /** Whose eyes: a seat, or null for somebody who only watches. */
  seat: number | null;
  /** The texts of the actions that this seat may do now; empty when it is not its turn. */
  legal: readonly string[];
  /** What happened on the way to this view; empty when the page was just opened. */
  events: readonly Event<G>[];
  sitters: readonly Sitter[];
  /** A sentence of the game's texts, or of its own words, in the reader's language. */
  say: (key: string, values?: Record<string, unknown>) => string;
  /** What an action does, in the reader's words (“Jouer 7”). */
  label: (action: string) => string;
  /** Do it if it is legal; otherwise the referee says why not. */
  attempt: (action: string) => void;
  /** The action a hint speaks for, to be ringed; "" for none. */
  hinted: string;
  held: Held;
}

/** How the table is divided. The frame alone knows the screen; this is what a game asks of any. */
interface Shape {
  /** The stage is best as a square: then it takes the whole height of a broad table. */
  square?: boolean;
  /** How much of the height one's own things take below the stage, on a broad and on a tall table, in percent; and how
      much of the width beside it, on a low one. */
  broad: number;
  tall: number;
  beside: number;
  /** Never less than that below the stage, in pixels. */
  least: number;
}

/** The one figure of a seat, the last that is shown where there is no room. */
export interface Figure {
  text: string;
  /** What it is, read out. */
  label: string;
  /** A drawing beside it. */
  art?: string;
}

/** A short fact at the head of the table; `brief` with its drawing is all that stays where there is little room. */
interface Fact {
  text: string;
  brief?: string;
  art?: string;
}

/** People who win together. */
interface Team {
  name: string;
  colour: string;
  figure: Figure;
  seats: number[];
}

/** What a seat's panel shows under the name, beside its figure: counts with drawings, on one line. */
export interface SeatProps<G extends GameName> {
  view: View<G>;
  seat: number;
  say: BoardProps<G>["say"];
}

/** How the end is told, the best first: `.rank`, name, what the score is made of, `.score`. */
export interface BreakdownProps<G extends GameName> {
  view: View<G>;
  outcome: Outcome;
  /** Who plays alone on this device is called “you”. */
  sitters: readonly Sitter[];
  me: number | undefined;
  /** All that was heard of the game, or as far back as is known. */
  heard: readonly Event<G>[];
  say: BoardProps<G>["say"];
}

/** Where a thing that appears comes from, and where one that goes away goes: names of `data-spot`s. */
export interface Paths {
  from?: Record<string, string>;
  to?: Record<string, string>;
}

/** One thing that happened, shown before the next: what lies on the table after these events. */
export interface Beat<G extends GameName> {
  view: View<G>;
  events: readonly Event<G>[];
}

/** What a game sounds like. */
export interface Sounds<G extends GameName> {
  /** One's turn, the end and the like are the same tunes everywhere, each game plays them its own way. */
  key: Key;
  /** For who switches sounds on at its table. */
  sample: Sound;
  /** What is heard when it happens. */
  of: { [E in Event<G> as E["event"]]?: (event: E) => Sound };
}

export interface Face<G extends GameName> {
  /** What lies on the table for all. It fills its box, whatever its size: a size container named `stage`. */
  Stage: Component<BoardProps<G>>;
  /** One's own things and what one can do with them, in a box that never changes: a size container named `own`. */
  Own: Component<BoardProps<G>>;
  /** By how many sit there; never by what happens in the game. */
  shape: (seats: number) => Shape;
  /** Who only watches gets an `Own` too: that of the seat to act. */
  watched?: boolean;
  Seat: Component<SeatProps<G>>;
  Breakdown: Component<BreakdownProps<G>>;
  /** The mark of a seat, a shape with a colour; the same on the board, in panels and in the log. */
  Badge: Component<{ view: View<G> | null; seat: number; size?: number }>;
  /** Pictures for the rules page, by rule id. */
  pictures: Record<string, Component>;
  /** The drawings, by name, as raw SVG. */
  art: Record<string, string>;
  /** Words of the page itself, beside the game's own texts. */
  words: Record<Language, Table>;
  sounds?: Sounds<G>;
  /** Round, target and the like: short facts for the head of the table. */
  facts: (view: View<G>, say: BoardProps<G>["say"]) => Fact[];
  /** What counts at a seat. */
  figure: (view: View<G>, seat: number, say: BoardProps<G>["say"]) => Figure;
  /** Who plays with whom, if anybody does. */
  teams?: (view: View<G>, names: readonly string[], say: BoardProps<G>["say"]) => Team[];
  /** What one is asked while this is held, instead of what one can do; "" if that stays. */
  asks?: (held: string, view: View<G>, seat: number, say: BoardProps<G>["say"]) => string;
  /** A second line under the sentence, if the position asks for one. */
  aside?: (view: View<G>, seat: number | null, say: BoardProps<G>["say"]) => string;
  /** What moves from where to where, for things that were not, or will not be, on the board. */
  paths?: (events: readonly Event<G>[], before: View<G> | null, after: View<G>) => Paths;
  /** A turn in steps one can follow. The last one's view is `after`. Without it every event that has words is a beat of
      its own over `after`. */
  beats?: (events: readonly Event<G>[], before: View<G>, after: View<G>) => Beat<G>[];
  /** The things and spots that an event is about, beside its seats; "cow-7*" for all that begin so. */
  about?: (event: Event<G>) => string[];
  /** What begins with this step of a finished game, in a few words ("Round 2"): one may jump there. "" where nothing does. */
  chapter?: (events: readonly Event<G>[], say: BoardProps<G>["say"], after: View<G>, before: View<G> | null) => string;
  /** The one memorable gesture: a class put on the board for a moment (“swallow”, “shuffle”, “win”). */
  gesture?: (event: AnyEvent) => string;
  /** The drawing that stands for the game when somebody has won. */
  hero: string;
  /** “5 flies”, where points are counted. */
  points?: (n: number, say: BoardProps<G>["say"]) => string;
  /** How long the end is looked at before the result covers it, in milliseconds; a tap hurries. */
  ending?: number;
  /** Actions that cannot be undone and matter so much that one is asked first. */
  weighty?: (action: string, view: View<G>) => boolean;
}

export interface FaceModule {
  face: Face<GameName>;
}
