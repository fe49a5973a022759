// Cows as the table shows them: their number, their flies, the columns of a herd, and names to move by.
import type { MowView } from "../../generated/protocol";

type Sort = "plain" | "stopper" | "acrobat" | "late";

export interface Cow {
  sort: Sort;
  /** What is written on it; a latecomer has no number. */
  number: number | null;
  flies: number;
}

/** "7ff" is a 7 with two flies; special cows have five. */
export function cowOf(name: string): Cow {
  if (name === "late") return { sort: "late", number: null, flies: 5 };
  if (name.startsWith("a")) return { sort: "acrobat", number: Number(name.slice(1)), flies: 5 };
  const number = parseInt(name, 10);
  if (number === 0 || number === 16) return { sort: "stopper", number, flies: 5 };
  return { sort: "plain", number, flies: name.length - String(number).length };
}

export function fliesOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + cowOf(name).flies, 0);
}

/** A card with the name by which it moves from view to view. */
interface Named {
  name: string;
  thing: string;
}

/** One place in a herd: a cow, and the acrobats that stand on it, the lowest first. */
export interface Column extends Named {
  acrobats: Named[];
}

/** What one seat was told of another one's hand. */
export type Note = MowView["notes"][number];

export interface Places {
  hand: Named[];
  herds: Column[][];
}

/** Every cow one can see, named; twins (two decks) are told apart by a number. */
export function placesOf(view: MowView): Places {
  const met = new Map<string, number>();
  const named = (name: string): Named => {
    const before = met.get(name) ?? 0;
    met.set(name, before + 1);
    return { name, thing: before ? `cow-${name}-${before}` : `cow-${name}` };
  };
  const hand = [...view.hand].sort(byNumber).map(named);
  const herds = view.herds.map((row) => {
    const columns: Column[] = [];
    for (const each of row.map(named)) {
      const under = columns.at(-1);
      if (under && cowOf(each.name).sort === "acrobat") under.acrobats.push(each);
      else columns.push({ ...each, acrobats: [] });
    }
    return columns;
  });
  return { hand, herds };
}

const LAST = 99;

function byNumber(a: string, b: string): number {
  const [left, right] = [cowOf(a), cowOf(b)];
  return (left.number ?? LAST) - (right.number ?? LAST) || left.flies - right.flies;
}

export function thingsOf(columns: readonly Column[]): string[] {
  return columns.flatMap((each) => [each.thing, ...each.acrobats.map((acrobat) => acrobat.thing)]);
}

/** A herd's row with one cow more: latecomers stand in its first gaps, acrobats on their cow. */
export function joined(row: readonly string[], cow: string): string[] {
  const numbered = [...row, cow].filter((each) => each !== "late");
  let late = row.length + 1 - numbered.length;
  const numbers = numbered.map((each) => cowOf(each).number ?? 0);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const found: string[] = [];
  for (let number = low; number <= high; number++) {
    const here = numbered.filter((each) => cowOf(each).number === number).sort(acrobatsLast);
    if (here.length) found.push(...here);
    else if (late-- > 0) found.push("late");
  }
  return found;
}

const acrobatsLast = (a: string, b: string): number => Number(a.startsWith("a")) - Number(b.startsWith("a"));

/** The numbers at both ends of a herd; null where nobody stands. */
export function endsOf(columns: readonly Column[]): [number, number] | null {
  const numbers = columns.map((each) => cowOf(each.name).number).filter((each) => each !== null);
  const [low, high] = [numbers[0], numbers.at(-1)];
  return low === undefined || high === undefined ? null : [low, high];
}

export type Way = "left" | "right" | "up" | "between" | "start";

/** Where a cow would go: drawn as an arrow on cards that may be played. */
export function wayOf(name: string, columns: readonly Column[]): Way {
  const ends = endsOf(columns);
  const cow = cowOf(name);
  if (cow.sort === "late") return "between";
  if (cow.sort === "acrobat") return "up";
  if (!ends || cow.number === null) return "start";
  return cow.number < ends[0] ? "left" : "right";
}

/** The words after a verb, for each legal action that begins with it. */
export function wordsAfter(verb: string, legal: readonly string[]): string[] {
  const found = legal.filter((each) => each === verb || each.startsWith(`${verb} `));
  return found.map((each) => each.slice(verb.length + 1));
}
