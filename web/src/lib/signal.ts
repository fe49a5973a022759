// It is your turn: a soft sound, a short buzz, the page's title. Only what one has switched on.
import { prefs } from "./prefs.svelte";

let context: AudioContext | null = null;

function note(at: number, frequency: number, long: number, loud: number): void {
  if (!context) return;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "sine";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + long);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + long);
}

const TUNES = {
  turn: [660, 880],
  move: [440],
  win: [523, 659, 784, 1047],
} as const;

export function sound(tune: keyof typeof TUNES): void {
  if (!prefs.sound) return;
  context ??= new AudioContext();
  void context.resume();
  const begin = context.currentTime + 0.01;
  TUNES[tune].forEach((frequency, i) => note(begin + i * 0.13, frequency, 0.35, tune === "move" ? 0.04 : 0.09));
}

export function buzz(): void {
  // Browsers refuse it to who has not touched the page yet, and say so aloud.
  if (prefs.vibrate && "vibrate" in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(30);
}
