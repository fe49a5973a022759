// What somebody likes: language, light or dark, sound, motion. Kept on this device only.
export type Language = "fr" | "en";
type Theme = "auto" | "light" | "dark";
type Motion = "full" | "quick" | "none";

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  vibrate: boolean;
  motion: Motion;
}

const KEY = "tablee.prefs";

function first(): Kept {
  const french = navigator.language.toLowerCase().startsWith("fr");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const plain: Kept = {
    language: french ? "fr" : "en",
    theme: "auto",
    sound: false,
    vibrate: true,
    motion: still ? "none" : "full",
  };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
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
