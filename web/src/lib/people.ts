// Who sits where, in words: people by name, bots by a name of their own, two of the same name told apart.
import type { SeatInfo, SeatLine } from "../generated/protocol";
import type { Sitter } from "../kit/face";
import { keep, kept } from "./kept";
import { tx } from "./words";

const BOTS = ["Pixel", "Boulon", "Zinzin", "Turbine", "Cliquet", "Gadget", "Ressort", "Bidule", "Piston", "Néon"];

const key = (table: string) => `tablee.people.${table}`;

/** Names that people of this device gave themselves; the server knows one name for a device. */
function localNames(table: string): Record<number, string> {
  return kept<Record<number, string>>(key(table)) ?? {};
}

export function keepNames(table: string, names: Record<number, string>): void {
  keep(key(table), names);
}

/** Who sits down again somewhere else keeps the name. */
export function takeNames(from: string, to: string): void {
  if (!kept(key(to))) keep(key(to), kept(key(from)));
}

function botName(table: string, seat: number): string {
  return BOTS[(parseInt(table.slice(0, 4), 16) + seat) % BOTS.length] ?? "Pixel";
}

export function sittersOf(table: string, seats: readonly (SeatInfo | SeatLine)[], me: string): Sitter[] {
  const own = localNames(table);
  const taken = new Map<string, number>();
  return seats.map((seat, i) => {
    const mine = me !== "" && "person" in seat && seat.person === me;
    const bot = seat.kind === "bot";
    let name = bot && !("owner" in seat && seat.owner) ? botName(table, i) : seat.name;
    if (mine && own[i]) name = own[i];
    if (seat.kind === "open") name = tx("seat.open");
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { name: count > 1 && seat.kind !== "open" ? `${name} ${count}` : name, mine, bot };
  });
}

const LONG = 9; // letters

/** A name where there is little room: “Mamie J.”, “Maximil.”, never an ellipsis. */
export function brief(name: string): string {
  const [first = "", second] = name.split(" ");
  const short = second ? `${first} ${second.charAt(0)}.` : first;
  return short.length > LONG ? `${first.slice(0, LONG - 2)}.` : short;
}
