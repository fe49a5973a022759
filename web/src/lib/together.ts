// Names as one says them, and who plays with whom.
import type { Sitter } from "../kit/face";
import type { Language } from "./prefs.svelte";

/** “Ada, Zoé and Jo”. */
export function listed(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);
}

export type Sides = readonly (readonly number[])[];

/** The sides by their names, one's own first and “you” first in it; none where everybody plays for themselves. `you` is
    for who is alone on their device. */
export function sidesInWords(sides: Sides, sitters: readonly Sitter[], you: string, language: Language): string[] {
  if (!sides.some((each) => each.length > 1)) return [];
  const mine = [...sitters.keys()].filter((seat) => sitters[seat]?.mine);
  const own = (seat: number): boolean => mine.includes(seat);
  const first = (a: number, b: number): number => Number(own(b)) - Number(own(a)) || a - b;
  const name = (seat: number): string => (own(seat) && mine.length === 1 ? you : (sitters[seat]?.name ?? ""));
  return [...sides]
    .sort((a, b) => Number(b.some(own)) - Number(a.some(own)))
    .map((each) => listed([...each].sort(first).map(name), language));
}
