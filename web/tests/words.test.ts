// The page's own words: whole in both languages, none missing, none left over.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import en from "../src/words/en.json";
import fr from "../src/words/fr.json";

const SOURCE = new URL("../src/", import.meta.url);
// Put together from parts: the stem stands in the source, the rest comes from somewhere else.
const STEMS = [
  "ago.",
  "clock.",
  "keys.",
  "kind.",
  "language.",
  "lasting.",
  "level.",
  "link.",
  "motion.",
  "pace.",
  "phrase.",
  "proof.wrong.",
  "rank.",
  "replay.does.",
  "replay.keys.",
  "replay.speed.",
  "result.lost.many",
  "result.many",
  "result.with",
  "rules.tag.",
  "seat.",
  "setup.",
  "tagline.",
  "theme.",
  "think.",
  "with.",
];

function sources(): string {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf-8" });
  const ours = files.filter((name) => /\.(ts|svelte)$/.test(name) && !/^(games|generated)/.test(name));
  return ours.map((name) => readFileSync(new URL(name, SOURCE), "utf-8")).join("\n");
}

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? "").sort();

test("both languages say the same things", () => {
  expect(Object.keys(en)).toEqual(Object.keys(fr));
  for (const [key, text] of Object.entries(fr)) {
    const other = (en as Record<string, string>)[key] ?? "";
    expect(new Set(holes(other)), key).toEqual(new Set(holes(text)));
  }
});

test("every word is used", () => {
  const all = sources();
  const unused = Object.keys(fr).filter(
    (key) => !all.includes(`"${key}"`) && !STEMS.some((stem) => key.startsWith(stem)),
  );
  expect(unused).toEqual([]);
});

test("French is spaced as it is printed, in the games' words, too", () => {
  const games = import.meta.glob<{ words: { fr: Record<string, string> } }>("../src/games/*/words.ts", { eager: true });
  const all = [fr, ...Object.values(games).map(({ words }) => words.fr)];
  expect(all.length).toBeGreaterThan(1);
  for (const [key, text] of all.flatMap((each) => Object.entries(each))) expect(text, key).not.toMatch(/ [!?;:»]|« /);
});
