// Before the start: to take a seat, to begin with those who are here, to fill up with bots, to have one seat more.
import type { GameInfo, TableInfo } from "../generated/protocol";
import type { TableLink } from "../net/table.svelte";
import { movesUp, optionsFor, optionsWider } from "./fewer";
import { fieldsOf } from "./options";

type Step = Parameters<TableLink["do"]>[0];

const MEDIUM = "medium";

/** The seats that are taken: an open one is not, nor one that is kept for somebody who has not come. */
export function taken({ seats }: TableInfo): boolean[] {
  return seats.map(({ kind, ready }) => kind === "bot" || (kind === "person" && ready));
}

/** Take the first seat that is open, also if others take theirs meanwhile; or why it did not come to that. */
export async function sitAnywhere(link: TableLink): Promise<"seated" | "full" | "late" | "refused"> {
  const tried = new Set<number>();
  while (link.info?.phase === "lobby") {
    if (link.mine.length) return "seated";
    const free = link.info.seats.findIndex(({ kind }, i) => kind === "open" && !tried.has(i));
    if (free < 0) return "full";
    tried.add(free);
    const refused = await link.sit(free);
    if (!refused) return "seated";
    if (refused.code !== "taken") return "refused";
  }
  return "late";
}

/** What `configure` says where nothing is to change. */
export function asItIs({
  options,
  clock,
  listed,
  pace,
  rated,
  talk,
  seats,
}: TableInfo): Extract<Step, { t: "configure" }> {
  const known = pace as NonNullable<Extract<Step, { t: "configure" }>["pace"]>;
  return { t: "configure", seats: seats.length, options, clock, listed, pace: known, rated, talk };
}

/** One after the other, as long as nothing is refused. */
async function all(link: TableLink, steps: readonly Step[]): Promise<void> {
  for (const step of steps) if (await link.do(step)) return;
}

/** Begin with those who are here: the others' seats go. */
export function beginWithFewer(link: TableLink, info: TableInfo, game: GameInfo): Promise<void> {
  const stays = taken(info);
  const seats = stays.filter(Boolean).length;
  const options = optionsFor(info.options, fieldsOf(game, stays.length), fieldsOf(game, seats), stays);
  const late = info.seats.flatMap(({ kind }, seat) => (kind !== "open" && !stays[seat] ? [seat] : []));
  return all(link, [
    ...late.map((seat): Step => ({ t: "set_seat", seat, level: "" })),
    ...movesUp(stays).map(([seat, to]): Step => ({ t: "move", seat, to })),
    { ...asItIs(info), seats, options },
    { t: "start" },
  ]);
}

/** Bots take what is free, as strong as the last one at this table; and it begins. */
export function beginWithBots(link: TableLink, info: TableInfo): Promise<void> {
  const level = info.seats.findLast(({ kind }) => kind === "bot")?.level ?? MEDIUM;
  const free = taken(info).flatMap((stays, seat) => (stays ? [] : [seat]));
  return all(link, [...free.map((seat): Step => ({ t: "set_seat", seat, level })), { t: "start" }]);
}

export function addSeat(link: TableLink, info: TableInfo, game: GameInfo): Promise<void> {
  const seats = info.seats.length + 1;
  return all(link, [{ ...asItIs(info), seats, options: optionsWider(info.options, fieldsOf(game, seats)) }]);
}
