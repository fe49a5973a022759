// What is not as usual at a table, in short lines: options of its game, clock, bots' pace, rated, talk.
import type { GameInfo } from "../generated/protocol";
import { unusual, type Customs } from "./customs";
import { fieldsOf, inWords } from "./options";
import { gameWords, t, tx } from "./words";

export function agreedOf(
  game: GameInfo,
  options: Readonly<Record<string, unknown>>,
  customs: Omit<Customs, "listed">,
  names: readonly string[],
): string[] {
  const plain = (name: string): boolean =>
    JSON.stringify(options[name]) === JSON.stringify(game.options[name]?.default);
  const fields = fieldsOf(game, names.length).filter(({ name }) => !plain(name));
  const words = { is: (what: string, value: string) => t("option.is", { what, value }), no: t("option.no") };
  const said = inWords(fields, options, gameWords(game), names, words);
  return [...said, ...unusual(customs).map((key) => tx(key))];
}
