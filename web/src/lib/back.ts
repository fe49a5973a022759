// "Back" at a table, a phone's gesture or a button: it closes what is open, then asks, and never leaves by accident.
//
// Over the table's entry in the history stands another one of the same page, the guard. Going back from it leads to the
// table again; we hear of that, do what there is to do, and go forward to the guard. It is put there when somebody taps:
// browsers pass over entries that no hand had a part in. Who leaves by a link puts the next page in its place
// (`go` in router.svelte.ts), so that no guards are left on the way.
import { go } from "./router.svelte";

type Guarded = { guard?: boolean } | null;

const layers: (() => void)[] = [];
let path = "";
let hold: (() => boolean) | null = null;
let leaving = "";
/** By going back or forward, since when nobody has tapped. */
let travelled = false;

const onGuard = (): boolean => (history.state as Guarded)?.guard === true;

/** Something lies over the page until the answer is called; back closes what was opened last. */
export function layer(close: () => void): () => void {
  layers.push(close);
  return () => {
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
  };
}

/** Nothing of what is open is for who comes next. */
export function closeLayers(): void {
  for (const close of [...layers].reverse()) close();
}

function arm(): void {
  travelled = false;
  if (hold && !onGuard()) history.pushState({ guard: true }, "");
}

/** Until the answer is called, this page is not left by going back while `holds` says so: it asks instead. */
export function guard(holds: () => boolean): () => void {
  path = location.pathname;
  hold = holds;
  // Somebody has just tapped to come here. Who came back may want to go forward again.
  if (!travelled && "userActivation" in navigator && navigator.userActivation.isActive) arm();
  return () => {
    if (hold === holds) hold = null;
  };
}
for (const kind of ["click", "keydown"]) addEventListener(kind, arm, true);

/** Leave for good: back from there does not lead here again. */
export function leave(to: string): void {
  hold = null;
  if (!onGuard()) {
    go(to);
    return;
  }
  leaving = to;
  history.back();
}

addEventListener("popstate", () => {
  travelled = true;
  if (leaving) {
    const to = leaving;
    leaving = "";
    go(to, true);
  } else if (hold && location.pathname === path && !onGuard()) {
    const top = layers.at(-1);
    if (top) top();
    if (top || hold()) history.forward();
    else if ("navigation" in window && !navigation.canGoBack) go("/", true);
    else history.back();
  }
});
