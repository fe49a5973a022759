// What is known of the games before anything is asked, and what the server tells of one, asked once.
import type { GameInfo } from "../generated/protocol";
import type { GameName } from "../kit/face";
import { ask } from "../net/api";

export interface Box {
  game: GameName;
  name: string;
  /** The name as it stands on the box. */
  title: string[];
  size: number;
  ink: string;
  side: string;
  players: [number, number];
  minutes: string;
  /** From that age, as the book says; MOW's says nothing. */
  age: number | null;
  cover: string;
}

const covers = import.meta.glob("../art/cover-*.svg", { eager: true, query: "?url", import: "default" });
const cover = (game: GameName): string => covers[`../art/cover-${game}.svg`] as string;

function box(
  game: GameName,
  name: string,
  title: string[],
  size: number,
  ink: string,
  side: string,
  players: [number, number],
  minutes: string,
  age: number | null,
): Box {
  return { game, name, title, size, ink, side, players, minutes, age, cover: cover(game) };
}

// How long: as the books say. MOW's does not; that one is ours: 500 games of bots had a median of 195 to 220 moves with
// two to five players and of 320 to 355 with more, at six seconds a move.
export const boxes: readonly Box[] = [
  box("super_miaou", "Super Miaou", ["Super", "Miaou"], 50, "#ffcf4a", "#2b3470", [2, 4], "15", 6),
  box("megabou", "Megabou", ["Megabou"], 50, "#ffcf4a", "#3a2a78", [2, 4], "20", 7),
  box("mow", "MOW", ["MOW"], 74, "#fffaf0", "#4b8f3c", [2, 10], "≈ 20–35", null),
  box("push_em_up", "Push ’em up!", ["Push", "’em up!"], 50, "#fffaf0", "#c23a38", [2, 4], "15–20", 8),
  box("meowtopia", "Meowtopia", ["Meowtopia"], 42, "#fffaf0", "#a8703c", [2, 4], "40", 12),
];

export function boxOf(game: string): Box | undefined {
  return boxes.find((each) => each.game === game);
}

const known = new Map<string, Promise<GameInfo>>();

export function gameInfo(game: string): Promise<GameInfo> {
  const before = known.get(game);
  if (before) return before;
  const asked = ask("GET /api/games/{game}", { game });
  known.set(game, asked);
  asked.catch(() => known.delete(game));
  return asked;
}
