// What a game says to one reader: its texts and the page's own words, in the language of now.
import { prefs, type Language } from "./prefs.svelte";
import { Texts, type Table, type Values } from "./texts";

/** What the server tells of a game (GET /api/games/{game}), as far as words go. */
export interface GameTexts {
  verbs: Record<string, string[]>;
  texts: Record<string, Table>;
}

export class Speech {
  private readonly texts: Texts;

  constructor(
    private readonly game: GameTexts,
    words: Record<Language, Table>,
    readonly names: readonly string[],
  ) {
    this.texts = new Texts(words, new Texts(game.texts));
  }

  say = (key: string, values: Values = {}): string => this.texts.say(prefs.language, key, values, this.names);

  /** An action as a player reads it. */
  label = (action: string): string => {
    const [verb = "", ...words] = action.split(" ");
    const values: Values = {};
    (this.game.verbs[verb] ?? []).forEach((name, i) => {
      const word = words[i] ?? "";
      values[name] = /^-?\d+$/.test(word) ? Number(word) : word;
    });
    return this.say(`verb.${verb}`, values);
  };

  /** An event as a player reads it. */
  tell = (event: { event: string }): string => this.say(`event.${event.event}`, { ...event });
}
