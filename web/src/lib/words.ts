// The page's own words, in the reader's language; a game's words come from the server (lib/speech.ts).
import en from "../words/en.json";
import fr from "../words/fr.json";
import type { GameInfo } from "../generated/protocol";
import type { Both } from "../net/api";
import { prefs, type Language } from "./prefs.svelte";
import { Texts, type Table, type Values } from "./texts";

export const words: Record<Language, Table> = { fr, en };
const texts = new Texts(words);

export function t(key: keyof typeof fr, values: Values = {}): string {
  return texts.say(prefs.language, key, values);
}

/** A key that is put together from parts. */
export function tx(key: string, values: Values = {}): string {
  return texts.say(prefs.language, key, values);
}

/** What a game says of its options, by what the server tells of it. */
export function gameWords(info: GameInfo): { say: (key: string) => string; has: (key: string) => boolean } {
  const found = new Texts(info.texts as Texts["tables"]);
  return { say: (key) => found.say(prefs.language, key), has: (key) => found.has(prefs.language, key) };
}

/** What the server said, in the reader's language. */
export function both(messages: Partial<Both>): string {
  return messages[prefs.language] ?? messages.en ?? "";
}
