// What somebody likes: language, light or dark, sound, pace, motion. Kept on this device only.
export type Language = "fr" | "en";
type Theme = "auto" | "light" | "dark";
/** How long one sees what was done, before the next is shown. */
export type Pace = "calm" | "normal" | "brisk" | "once";
/** Whether things fly, or are there. */
type Motion = "full" | "none";

interface Kept {
  language: Language;
  theme: Theme;
  sounds: boolean;
  vibrate: boolean;
  pace: Pace;
  motion: Motion;
}

const KEY = "tablee.prefs";

type Before = Partial<Omit<Kept, "motion">> & { motion?: Motion | "quick"; sound?: boolean };

/** What was kept when quick was a way to move, and silence what nobody had chosen: that is forgotten. */
function asNow({ motion, sound: _, ...kept }: Before): Partial<Kept> {
  if (motion === "quick") return { pace: "brisk", ...kept, motion: "full" };
  return motion ? { ...kept, motion } : kept;
}

function first(): Kept {
  const french = navigator.language.toLowerCase().startsWith("fr");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const plain: Kept = {
    language: french ? "fr" : "en",
    theme: "auto",
    sounds: true,
    vibrate: true,
    pace: "normal",
    motion: still ? "none" : "full",
  };
  try {
    return { ...plain, ...asNow(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Before) };
  } catch {
    return plain;
  }
}

export const prefs: Kept = $state(first());

const dim = matchMedia("(prefers-color-scheme: dark)");
const night = $state({ on: dim.matches });
dim.addEventListener("change", () => (night.on = dim.matches));

/** What one sees now, if it is left to the device, too. */
export function isDark(): boolean {
  return prefs.theme === "auto" ? night.on : prefs.theme === "dark";
}

export function keepPrefs(): void {
  $effect(() => {
    const kept = JSON.stringify(prefs);
    try {
      localStorage.setItem(KEY, kept);
    } catch {
      // A private window keeps nothing; that is no reason not to play.
    }
    document.documentElement.lang = prefs.language;
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    document.documentElement.dataset.motion = prefs.motion;
  });
}
