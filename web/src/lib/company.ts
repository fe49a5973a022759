// With whom one likes to play, kept on this device: what the lobby asks is what a new table begins with.
import { keep, kept } from "./kept";

export type Kind = "bot" | "friend" | "device";
export const KINDS: readonly Kind[] = ["bot", "friend", "device"];
/** The drawing for each. */
export const SIGNS: Record<Kind, string> = { bot: "bot", friend: "players", device: "device" };

const KEY = "tablee.company";

export function keptCompany(): Kind {
  const found = kept<Kind>(KEY);
  return found && KINDS.includes(found) ? found : "bot";
}

export function keepCompany(kind: Kind): void {
  keep(KEY, kind);
}

/** Another seat of a new table. */
export interface Other {
  kind: Kind;
  level: string;
  /** Of somebody at this device; "" for none yet. */
  name: string;
}

export const LEVELS = ["easy", "medium", "hard", "expert"];

export const other = (kind: Kind, level = "medium"): Other => ({ kind, level, name: "" });
