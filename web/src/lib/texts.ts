// Texts with placeholders, filled in as the Python side does it (src/tablee/core/texts).
import type { Language } from "./prefs.svelte";

export type Values = Record<string, unknown>;
export type Table = Record<string, string>;

const PLACEHOLDER = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const ELISION = /\b([Dd])e \{(seat|other)\}/g;
const VOWELS = "aàâäeéèêëiîïoôöuùûüœæ";
const SEATS = ["seat", "other", "seats"];

/** « 0 mouche », but "0 flies". */
function isOne(language: Language, n: number): boolean {
  return language === "fr" ? Math.abs(n) < 2 : n === 1;
}

export class Texts {
  constructor(
    readonly tables: Record<Language, Table>,
    readonly parent?: Texts,
  ) {}

  has(language: Language, key: string): boolean {
    return key in this.tables[language] || (this.parent?.has(language, key) ?? false);
  }

  raw(language: Language, key: string): string {
    return this.tables[language][key] ?? this.parent?.raw(language, key) ?? key;
  }

  say(language: Language, key: string, values: Values = {}, names: readonly string[] = []): string {
    let text = this.raw(language, key);
    if (language === "fr") {
      text = text.replace(ELISION, (whole, d: string, what: string) => {
        const first = this.word(language, what, values[what] ?? "", names)
          .charAt(0)
          .toLowerCase();
        return first !== "" && VOWELS.includes(first) ? `${d}’{${what}}` : whole;
      });
    }
    return text.replace(PLACEHOLDER, (_, name: string, one?: string, many?: string) => {
      const value = values[name] ?? "";
      if (one !== undefined && many !== undefined) {
        const size = Array.isArray(value) ? value.length : Number(value);
        return isOne(language, size) ? one : many;
      }
      return this.word(language, name, value, names);
    });
  }

  /** One value as a reader should see it. */
  word(language: Language, name: string, value: unknown, names: readonly string[]): string {
    if (Array.isArray(value)) {
      const joined = value.map((each) => this.word(language, name, each, names)).join(", ");
      return joined || this.raw(language, "none");
    }
    if (SEATS.includes(name) && typeof value === "number") {
      return names[value] ?? this.raw(language, "seat").replace("{n}", String(value + 1));
    }
    for (const stem of [name, name.replace(/s$/, "")]) {
      if (this.has(language, `${stem}.${String(value)}`)) return this.raw(language, `${stem}.${String(value)}`);
    }
    return String(value);
  }
}
