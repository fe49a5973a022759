// The end of a game in words: who won, and what that means to who reads it. Keys of words/*.json and what goes in.
import type { Language } from "./prefs.svelte";
import type { Values } from "./texts";

interface Said {
  key: string;
  values: Values;
}

/** Of this device: one of its people won, or none did; who only watches has `seen` it. Nobody loses when all are `tied`;
    when nobody has a point either, it is `drawn`. */
type Kind = "won" | "lost" | "seen" | "tied" | "drawn";

export interface Ending {
  kind: Kind;
  winners: number[];
  /** They are people who played together, not those who happen to share the first place. */
  team: boolean;
  title: Said;
  /** How close it was, for who reads; null where one only wins or loses. */
  close: Said | null;
}

interface Ended {
  ranks: readonly number[];
  scores: readonly number[];
  names: readonly string[];
  /** The seats of this device; who plays alone on it is “you”. */
  own: readonly number[];
  /** Who plays with whom, if anybody does. */
  teams: readonly (readonly number[])[];
  /** “5 flies”; none where points are not counted. */
  points: ((n: number) => string) | undefined;
  language: Language;
}

const FEW = 4; // names that one says one by one

/** Names as one says them: “Ada, Zoé and Jo”. */
export function listed(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);
}

/** Seats by rank; who share one in the order of the table. */
export function ordered(ranks: readonly number[]): number[] {
  return ranks.map((_, seat) => seat).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
}

/** Who plays alone on a device with these seats. */
export function meOf(own: readonly number[]): number | undefined {
  return own.length === 1 ? own[0] : undefined;
}

/** Who has won, the first in the order of the table; nobody where nobody has a point. */
export function winnersOf({ ranks, scores }: Pick<Ended, "ranks" | "scores">): number[] {
  return scores.some((score) => score !== 0) ? ordered(ranks).filter((seat) => ranks[seat] === 1) : [];
}

/** What is heard at the end. Who shares the first place hears another tune than who wins, alone or with a team. */
export function tuneOf(ended: Pick<Ended, "ranks" | "scores" | "own" | "teams">): "win" | "lose" | "shared" {
  const winners = winnersOf(ended);
  if (!winners.length || winners.length === ended.ranks.length) return "shared";
  if (ended.own.length && !ended.own.some((seat) => winners.includes(seat))) return "lose";
  const one = winners.length === 1 || ended.teams.some((team) => winners.every((seat) => team.includes(seat)));
  return one ? "win" : "shared";
}

export function endingOf(ended: Ended): Ending {
  const { ranks, scores, names, own, teams, language } = ended;
  const me = meOf(own);
  const winners = ordered(ranks).filter((seat) => ranks[seat] === 1);
  const mine = me !== undefined && winners.includes(me);
  const all = winners.length === ranks.length;
  const crew = teams.find((each) => each.length > 1 && winners.every((seat) => each.includes(seat)));
  const team = !all && crew !== undefined;
  const others = winners.filter((seat) => seat !== me);
  const crowd = others.length > FEW ? ".crowd" : "";
  const name = listed(
    others.map((seat) => names[seat] ?? ""),
    language,
  );
  const kind: Kind = all
    ? scores.some((score) => score !== 0)
      ? "tied"
      : "drawn"
    : own.length === 0
      ? "seen"
      : own.some((seat) => winners.includes(seat))
        ? "won"
        : "lost";

  function title(): string {
    if (kind === "drawn") return "result.draw";
    if (kind === "tied") return "result.tie";
    if (mine) return winners.length === 1 ? "result.you" : team ? "result.crew" : `result.with${crowd}`;
    if (kind === "lost") return winners.length > 1 ? `result.lost.many${crowd}` : "result.lost.one";
    return winners.length > 1 ? `result.many${crowd}` : "result.one";
  }

  return {
    kind,
    winners,
    team,
    title: { key: title(), values: { name, n: others.length } },
    close: closeOf(ended, winners, mine, team),
  };
}

function closeOf(ended: Ended, winners: readonly number[], mine: boolean, team: boolean): Said | null {
  const { ranks, scores, names, own, points, language } = ended;
  const me = meOf(own);
  const best = winners[0];
  if (!points || best === undefined) return null;
  const score = (seat: number): number => scores[seat] ?? 0;
  const rest = ordered(ranks).filter((seat) => !winners.includes(seat));
  const next = rest.filter((seat) => ranks[seat] === ranks[rest[0] ?? -1]);
  const who = (seats: readonly number[]): string =>
    listed(
      seats.map((seat) => names[seat] ?? ""),
      language,
    );
  if (!rest.length) return score(best) === 0 ? null : { key: "result.each", values: { points: points(score(best)) } };
  if (me !== undefined && !mine) {
    const gap = Math.abs(score(best) - score(me));
    const rank = ranks[me] ?? 0;
    if (team) return { key: "result.crew.lost", values: { mine: score(me), theirs: score(best) } };
    const shared = ranks.filter((each) => each === rank).length > 1;
    return { key: shared ? "result.behind.shared" : "result.behind", values: { rank, gap: points(gap) } };
  }
  if (team) {
    return { key: "result.against", values: { mine: score(best), theirs: score(next[0] ?? -1), name: who(next) } };
  }
  if (winners.length > 1) return { key: "result.each", values: { points: points(score(best)) } };
  const gap = Math.abs(score(best) - score(next[0] ?? -1));
  return { key: "result.ahead", values: { gap: points(gap), name: who(next) } };
}
