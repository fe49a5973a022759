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

/** What the game says, to people of these names. */
export function speechOf({ info, face }: Loaded, names: readonly string[]): Speech {
  // What every table can tell, beside what the game does.
  const undone = (language: Language): Table => ({ "event.undone": words[language]["event.undone"] ?? "" });
  const all = { fr: { ...undone("fr"), ...face.words.fr }, en: { ...undone("en"), ...face.words.en } };
  return new Speech(info, all, names);
}
