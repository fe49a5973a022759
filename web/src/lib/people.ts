// Who sits where, in words: people by name, bots by a name of their own, two of the same name told apart.
import type { SeatInfo, SeatLine } from "../generated/protocol";
import type { Face, GameName, Sitter, View } from "../kit/face";
import { prefs } from "./prefs.svelte";
import type { Speech } from "./speech";
import { listed, sidesInWords, type Sides } from "./together";
import { t, tx } from "./words";

const BOTS = ["Pixel", "Boulon", "Zinzin", "Turbine", "Cliquet", "Gadget", "Ressort", "Bidule", "Piston", "Néon"];

function botName(table: string, seat: number): string {
  return BOTS[(parseInt(table.slice(0, 4), 16) + seat) % BOTS.length] ?? "Pixel";
}

export function sittersOf(table: string, seats: readonly (SeatInfo | SeatLine)[], me: string): Sitter[] {
  const taken = new Map<string, number>();
  return seats.map((seat, i) => {
    const mine = me !== "" && "person" in seat && seat.person === me;
    const bot = seat.kind === "bot";
    let name = bot && !("owner" in seat && seat.owner) ? botName(table, i) : seat.name;
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

/** “You and Bob against Ada and Zoé”; "" where everybody plays alone. */
export function togetherOf(sides: Sides, sitters: readonly Sitter[]): string {
  const [one, two] = sidesInWords(sides, sitters, t("you"), prefs.language);
  return one && two ? t("sides.two", { one, two }) : "";
}

const FEW = 3;

/** With whom one plays, in a few words: “Ada, Zoé and 2 bots”; a crowd by its first names and how many more. */
export function companyOf(others: { names: readonly string[]; bots?: number }, short = false): string {
  const { names, bots = 0 } = others;
  const few = names.slice(0, FEW).map((each) => (short ? brief(each) : each));
  const more = names.length > FEW ? [`+${names.length - FEW}`] : [];
  const robots = bots ? [t("stands.bots.n", { n: bots })] : [];
  return listed([...few, ...more, ...robots], prefs.language);
}

/** The same of a table where the cards are dealt. */
export function togetherAt(
  face: Face<GameName>,
  view: View<GameName>,
  sitters: readonly Sitter[],
  { names, say }: Speech,
): string {
  const sides = face.teams?.(view, names, say).map(({ seats }) => seats) ?? [];
  const text = togetherOf(sides, sitters);
  return text && `${text}.`;
}
