// A finished game, step by step: what a step tells, which ones are worth a jump, and where an address leads.
import type { AnyEvent, ReplayStep } from "../generated/protocol";
import type { Event, Face, GameName, View } from "../kit/face";
import type { Caption } from "./stage.svelte";

/** A step that one jumps to: a chapter of the game, or what turned it. */
export interface Moment {
  at: number;
  text: string;
  turn: boolean;
}

/** Where one is in a game: at which step, by whose eyes (null: of somebody who watched). */
export interface Where {
  at: number;
  eyes: number | null;
}

const LETTERS = 64; // that a caption has room for; the rest stands in the log

export function whereOf(hash: string): Where {
  const [, at = "0", eyes] = /^#(\d{1,6})(?:;as=(\d{1,2}))?$/.exec(hash) ?? [];
  return { at: Number(at), eyes: eyes === undefined ? null : Number(eyes) };
}

export function hashOf({ at, eyes }: Where): string {
  return eyes === null ? `#${at}` : `#${at};as=${eyes}`;
}

export function heardBy(step: ReplayStep | undefined, eyes: number | null): readonly AnyEvent[] {
  return step?.events[String(eyes)] ?? [];
}

/** What somebody did, in the words of what these eyes saw of it; `""` where they saw nothing that has words. */
export function captionOf(step: ReplayStep, eyes: number | null, tell: (event: AnyEvent) => string): Caption {
  const seat = step.seat ?? null;
  const heard = heardBy(step, eyes).map((event) => ({
    text: tell(event),
    own: "seat" in event && event.seat === seat,
  }));
  const said = heard.filter(({ text }) => text);
  const own = said.filter(({ own }) => own);
  let text = "";
  for (const each of own.length ? own : said) {
    if (text && text.length + each.text.length >= LETTERS) break;
    text = text ? `${text} ${each.text}` : each.text;
  }
  return { text, seat };
}

/** Begin, chapters and turning points in their order; what two of them say of one step is said at once. */
export function momentsOf(
  steps: readonly ReplayStep[],
  face: Face<GameName>,
  say: (key: string, values?: Record<string, unknown>) => string,
  ends: { first: string; last: string },
  turns: readonly Omit<Moment, "turn">[],
): Moment[] {
  const found = steps.map((step, at) => {
    const before = steps[at - 1]?.views["null"] ?? null;
    const events = heardBy(step, null) as Event<GameName>[];
    const chapter = face.chapter?.(events, say, step.views["null"] as View<GameName>, before) ?? "";
    const texts = [chapter, ...turns.filter((turn) => turn.at === at).map(({ text }) => text)].filter(Boolean);
    if (!texts.length && at === 0) texts.push(ends.first);
    if (at > 0 && at === steps.length - 1) texts.push(ends.last);
    return { at, text: texts.join(" · "), turn: turns.some((turn) => turn.at === at) };
  });
  return found.filter(({ text }) => text);
}
