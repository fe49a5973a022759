// Motion: things move from where they were to where they are (FLIP), with transforms and opacity only.
//
// A thing is an element with `data-thing`, a name that stays the same from one view to the next. A spot is an
// element with `data-spot`, a place that others come from or go to ("pile", "seat-2"). Snap, change, settle.
import { tick } from "svelte";
import { prefs } from "../lib/prefs.svelte";
import type { Paths } from "./face";

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const LONG = { full: 300, quick: 140, none: 160 };

interface Snap {
  box: DOMRect;
  /** A copy that can fly away when the thing itself is gone. */
  ghost: Element;
}

function boxes(root: Element, attribute: string): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const each of root.querySelectorAll(`[${attribute}]`)) found.set(each.getAttribute(attribute) ?? "", each);
  return found;
}

/** Change the board by `change`, and let everything move there; resolves when it stands still. */
export async function moved(root: HTMLElement, change: () => void, paths: Paths = {}): Promise<void> {
  const before = new Map<string, Snap>();
  const leaving = new Set(Object.keys(paths.to ?? {}));
  for (const [name, element] of boxes(root, "data-thing")) {
    const ghost = leaving.has(name) ? (element.cloneNode(true) as Element) : element;
    before.set(name, { box: element.getBoundingClientRect(), ghost });
  }
  const focused = document.activeElement;
  const place = buttons(root).findIndex((each) => each === focused);
  change();
  await tick();
  // Who plays by keyboard goes on where they were, when what they used is gone.
  if (place >= 0 && !focused?.isConnected) {
    const now = buttons(root);
    now[Math.min(place, now.length - 1)]?.focus({ preventScroll: true });
  }
  settleTransitions();
  const long = LONG[prefs.motion];
  const spots = boxes(root, "data-spot");
  const going: Animation[] = [];
  const flights: [Element, string][] = [];
  for (const [name, element] of boxes(root, "data-thing")) {
    const old = before.get(name)?.box ?? boxOf(spots, paths.from?.[name]);
    const now = element.getBoundingClientRect();
    const known = before.delete(name);
    if (!old) {
      if (!known) going.push(element.animate({ opacity: [0, 1] }, { duration: long, easing: EASE }));
      continue;
    }
    if (prefs.motion === "none") {
      if (!known) going.push(element.animate({ opacity: [0, 1] }, { duration: long }));
      continue;
    }
    const shift = between(old, now, zoomOf(element));
    if (shift) flights.push([element, shift]);
  }
  // All is measured before anything flies: a look after each start would lay the whole page out again.
  const own = flights.map(([element]) => getComputedStyle(element).transform);
  flights.forEach(([element, shift], at) => going.push(fly(element, shift, own[at] ?? "none", long)));
  for (const [name, { box, ghost }] of before) {
    const target = boxOf(spots, paths.to?.[name]);
    if (target && prefs.motion !== "none") going.push(flyAway(ghost as HTMLElement, box, target, long));
  }
  await start(going);
  await Promise.allSettled(going.map((each) => each.finished));
  // Gone at once: else what rises next would have to wait for it, and rise less smoothly.
  for (const each of going) each.cancel();
}

/** Everything waits where it was until the new board is drawn: then nothing is missed of how it flies. */
async function start(going: readonly Animation[]): Promise<void> {
  for (const each of going) each.pause();
  await drawn();
  for (const each of going) if (each.playState === "paused") each.play();
}

/** Two frames later; soon enough where none are drawn. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

function boxOf(spots: Map<string, Element>, name: string | undefined): DOMRect | undefined {
  return name === undefined ? undefined : spots.get(name)?.getBoundingClientRect();
}

function buttons(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("button:not([disabled])")];
}

/** How large a plane that can be zoomed draws what is in it. */
function zoomOf(element: Element): number {
  return Number(element.closest<HTMLElement>("[data-zoom]")?.dataset.zoom ?? 1) || 1;
}

/** How to draw what is at `now` as if it were at `old`; "" if it is there already. */
function between(old: DOMRect, now: DOMRect, zoom = 1): string {
  const x = (old.left + old.width / 2 - now.left - now.width / 2) / zoom;
  const y = (old.top + old.height / 2 - now.top - now.height / 2) / zoom;
  // By the smaller ratio: a wide panel does not blow up the card that comes out of it.
  const ratio = Math.min(old.width / (now.width || 1), old.height / (now.height || 1));
  const scale = Math.min(Math.max(ratio, 0.15), 3);
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return "";
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** A card that rises or sinks is there already: what it does now is to fly. */
function settleTransitions(): void {
  for (const each of document.getAnimations()) {
    if (each instanceof CSSTransition && each.transitionProperty === "transform") each.finish();
  }
}

/** After what the element's own style does: a fanned card stays turned. (Said in full, not by `composite`: only what
    replaces runs beside the page's own work.) */
function fly(element: Element, from: string, own: string, duration: number): Animation {
  const base = own === "none" ? "" : `${own} `;
  const transform = [base + from, `${base}translate(0, 0) scale(1)`];
  return element.animate({ transform }, { duration, easing: EASE });
}

function flyAway(ghost: HTMLElement, box: DOMRect, target: DOMRect, duration: number): Animation {
  ghost.removeAttribute("data-thing");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: "0",
    pointerEvents: "none",
    zIndex: "50",
  });
  document.body.append(ghost);
  const shift = between(target, box) || "translate(0, 0)";
  const going = ghost.animate(
    { transform: ["translate(0, 0) scale(1)", shift], opacity: [1, 0.2] },
    { duration, easing: EASE },
  );
  const gone = () => {
    ghost.remove();
  };
  going.finished.then(gone, gone);
  return going;
}

/** A tap skips what is still moving. */
export function skipMotion(): void {
  for (const each of document.getAnimations()) {
    if (!(each instanceof CSSAnimation) && each.effect?.getTiming().iterations !== Infinity) each.finish();
  }
}
