// What a table has agreed on beside the rules of its game: clock, bots' pace, rated, talk, who finds it.
import type { Clock, TableInfo } from "../generated/protocol";

export const PACES = ["calm", "normal", "brisk", "once"] as const;

export const CLOCKS: Record<string, Clock> = {
  none: { kind: "none" },
  move30: { kind: "move", seconds: 30 },
  move60: { kind: "move", seconds: 60 },
  bank5: { kind: "bank", seconds: 300, increment: 10 },
  bank15: { kind: "bank", seconds: 900, increment: 10 },
};

/** By what a form can hold: the clock by its name. */
export interface Customs {
  clock: string;
  pace: (typeof PACES)[number];
  rated: boolean;
  talk: boolean;
  listed: boolean;
}

export const USUAL: Readonly<Customs> = { clock: "none", pace: "normal", rated: false, talk: true, listed: false };

const same = (a: Clock, b: Clock): boolean =>
  (a.kind ?? "none") === (b.kind ?? "none") &&
  (a.seconds ?? 0) === (b.seconds ?? 0) &&
  (a.increment ?? 0) === (b.increment ?? 0);

/** "" for a clock that is none of ours. */
export function clockName(clock: Clock): string {
  return Object.keys(CLOCKS).find((name) => same(CLOCKS[name] as Clock, clock)) ?? "";
}

export function customsOf({ clock, pace, rated, talk, listed }: TableInfo): Customs {
  const known = PACES.find((each) => each === pace) ?? "normal";
  return { clock: clockName(clock), pace: known, rated, talk, listed };
}

/** Keys of the words for what is not as usual. */
export function unusual({ clock, pace, rated, talk }: Omit<Customs, "listed">): string[] {
  return [
    ...(clock === USUAL.clock || clock === "" ? [] : [`clock.${clock}`]),
    ...(pace === USUAL.pace ? [] : [`think.said.${pace}`]),
    ...(rated ? ["rated.said"] : []),
    ...(talk ? [] : ["talk.none"]),
  ];
}
