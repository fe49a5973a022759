// A game with its face and its words, ready to be shown.
import type { GameInfo } from "../generated/protocol";
import { faces } from "../games";
import { addArt } from "../kit/art";
import type { Face, GameName } from "../kit/face";
import { Fault } from "../net/api";
import { gameInfo } from "./games";
import type { Language } from "./prefs.svelte";
import { Speech } from "./speech";
import type { Table } from "./texts";
import { words } from "./words";

export interface Loaded {
  game: GameName;
  info: GameInfo;
  face: Face<GameName>;
}

export async function loadGame(name: string): Promise<Loaded> {
  const game = name as GameName;
  const load = faces[game] as (typeof faces)[GameName] | undefined;
  if (!load) {
    throw new Fault(404, "no_face", {
      fr: "Ce jeu se joue dans le terminal : il n’a pas encore de plateau ici.",
      en: "This game is played in the terminal: it has no board here yet.",
    });
  }
  const [info, module] = await Promise.all([gameInfo(game), load()]);
  addArt(game, module.face.art);
  return { game, info, face: module.face };
}

/** What every table can tell, beside what its game does. */
const told = (language: Language): Table => ({
  "event.bot_plays": words[language]["event.bot_plays"] ?? "",
  "event.came_back": words[language]["event.came_back"] ?? "",
  "event.left": words[language]["event.left"] ?? "",
  "event.undone": words[language]["event.undone"] ?? "",
});

/** What the game says, to people of these names. */
export function speechOf({ info, face }: Loaded, names: readonly string[]): Speech {
  const all = { fr: { ...told("fr"), ...face.words.fr }, en: { ...told("en"), ...face.words.en } };
  return new Speech(info, all, names);
}
