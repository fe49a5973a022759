// What one hears and feels: each beat of a game by its own sounds, one's turn, the end, a short buzz. Only what one has not
// switched off, and nothing of it before a finger or a key has touched the page.
import type { GameName, Sounds } from "../kit/face";
import type { AnyEvent } from "../generated/protocol";
import { prefs } from "./prefs.svelte";
import { Player } from "./sounds/player";
import { each, lengthOf, type Sound } from "./sounds/sound";
import { tune, type Tune } from "./sounds/tunes";

const GESTURES = ["pointerup", "click", "keydown"] as const; // what browsers take for a wish to hear
const player = new Player();
/** Of the game on the table. */
let game: Sounds<GameName> | undefined;

const allow = (): void => {
  if (prefs.sounds) player.allow();
};
const look = (): void => {
  if (document.hidden) player.stop();
};

/** From now on this game can be heard, until what it returns is called. */
export function hearing(sounds: Sounds<GameName> | undefined): () => void {
  game = sounds;
  for (const gesture of GESTURES) addEventListener(gesture, allow, { capture: true, passive: true });
  document.addEventListener("visibilitychange", look);
  return () => {
    game = undefined;
    player.stop();
    for (const gesture of GESTURES) removeEventListener(gesture, allow, { capture: true });
    document.removeEventListener("visibilitychange", look);
  };
}

/** What is heard of these; of more than one, whatever takes longest tells most. */
function soundOf(sounds: Sounds<GameName>, events: readonly AnyEvent[]): Sound {
  const of = sounds.of as Partial<Record<string, (event: AnyEvent) => Sound>>;
  const found = events.map((event) => of[event.event]?.(event) ?? []);
  return found.reduce((most, now) => (lengthOf(now) > lengthOf(most) ? now : most), []);
}

function play(sound: Sound): void {
  if (prefs.sounds) player.play(sound);
}

/** What happens now; with `turn` it is one's turn then. Who looks elsewhere hears nothing but that. */
export function beat(events: readonly AnyEvent[], turn: boolean): void {
  const happens = game && !document.hidden ? soundOf(game, events) : [];
  const after = Math.min(lengthOf(happens), LATEST);
  play(turn ? each(after, [happens, tune("turn", game?.key)]) : happens);
}
const LATEST = 0.7; // seconds: who is to act hears it while the rest dies away

export function sound(name: Tune): void {
  if (!document.hidden) play(tune(name, game?.key));
}

/** For who has just switched sounds on, or off. */
export function sample(): void {
  if (!prefs.sounds) {
    player.stop();
    return;
  }
  player.allow();
  player.play(game?.sample ?? tune("turn"));
}

export function buzz(): void {
  // Browsers refuse it to who has not touched the page yet, and say so aloud.
  if (prefs.vibrate && "vibrate" in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(30);
}
