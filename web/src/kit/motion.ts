// Motion: things move from where they were to where they are (FLIP), with transforms and opacity only.
//
// A thing is an element with `data-thing`, a name that stays the same from one view to the next. A spot is an
// element with `data-spot`, a place that others come from or go to ("pile", "seat-2"). Snap, change, settle.
import { tick } from "svelte";
import { prefs } from "../lib/prefs.svelte";
import type { Paths } from "./face";

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
// Milliseconds.
const ONTO_SCREEN = 50;
const LONG = { calm: 420, normal: 300, brisk: 140, once: 140 };
const FADE = 160;

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
export async function moved(root: HTMLElement, change: () => void, paths: Paths = {}, speed = 1): Promise<void> {
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
  const flying = prefs.motion === "full";
  const long = (flying ? LONG[prefs.pace] : FADE) / speed;
  const spots = boxes(root, "data-spot");
  const flights: Flight[] = [];
  for (const [name, element] of boxes(root, "data-thing")) {
    const old = before.get(name)?.box ?? boxOf(spots, paths.from?.[name]);
    const now = element.getBoundingClientRect();
    const known = before.delete(name);
    if (!old || !flying) {
      if (!known || (old && far(old, now))) flights.push({ element: element as HTMLElement, ...APPEARS });
      continue;
    }
    const shift = between(old, now);
    if (shift) flights.push({ element: element as HTMLElement, from: { transform: shift }, to: { transform: STILL } });
  }
  // All is measured before anything is held: a look after each would lay the whole page out again.
  for (const { element, from, to } of flights) afterOwn(element, from, to);
  for (const [name, { box, ghost }] of before) {
    const target = boxOf(spots, paths.to?.[name]);
    if (target) flights.push(away(ghost as HTMLElement, box, flying ? target : null));
  }
  if (flights.length === 0) return;
  for (const each of flights) hold(each);
  await drawn(root);
  const going = flights.map((each) => fly(each, long));
  await Promise.allSettled(going.map((each) => each.finished));
  // Gone at once: else what rises next would have to wait for it, and rise less smoothly.
  for (const each of going) each.cancel();
  for (const { element, ghost } of flights) {
    if (ghost) element.remove();
    else element.style.willChange = "";
  }
}

interface Flight {
  element: HTMLElement;
  from: Pose;
  to: Pose;
  /** It is not there any more, and is gone when it has flown. */
  ghost?: true;
}

interface Pose {
  transform?: string;
  opacity?: string;
}

const STILL = "translate(0, 0) scale(1)";
const APPEARS = { from: { opacity: "0" }, to: { opacity: "1" } };

/** Everything waits where it was until the new board is drawn, each on a layer of its own already: then nothing is
    missed of how it flies, and it flies beside the page's own work. */
function hold({ element, from }: Flight): void {
  Object.assign(element.style, { ...from, willChange: Object.keys(from).join() });
}

function fly({ element, from, to, ghost }: Flight, duration: number): Animation {
  const going = element.animate([{ ...from }, { ...to }], { duration, easing: EASE });
  if (!ghost) Object.assign(element.style, { transform: "", opacity: "" });
  return going;
}

/** When the next frame is drawn; soon enough where none are. (An observer is called while one is made; then it takes
    its time to get onto the screen, and what would start meanwhile would be late.) */
function drawn(root: Element): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
    const eye = new IntersectionObserver(() => {
      eye.disconnect();
      setTimeout(resolve, ONTO_SCREEN);
    });
    eye.observe(root);
  });
}

function boxOf(spots: Map<string, Element>, name: string | undefined): DOMRect | undefined {
  return name === undefined ? undefined : spots.get(name)?.getBoundingClientRect();
}

function buttons(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("button:not([disabled])")];
}

/** How to draw what is at `now` as if it were at `old`; "" if it is there already. */
function between(old: DOMRect, now: DOMRect): string {
  const x = old.left + old.width / 2 - now.left - now.width / 2;
  const y = old.top + old.height / 2 - now.top - now.height / 2;
  // By the smaller ratio: a wide panel does not blow up the card that comes out of it.
  const ratio = Math.min(old.width / (now.width || 1), old.height / (now.height || 1));
  const scale = Math.min(Math.max(ratio, 0.15), 3);
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return "";
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** It lies somewhere else now, and has not only made room. */
function far(old: DOMRect, now: DOMRect): boolean {
  const size = Math.max(now.width, now.height);
  return Math.abs(old.left - now.left) > size || Math.abs(old.top - now.top) > size;
}

/** A card that rises or sinks is there already: what it does now is to fly. */
function settleTransitions(): void {
  for (const each of document.getAnimations()) {
    if (each instanceof CSSTransition && each.transitionProperty === "transform") each.finish();
  }
}

/** After what the element's own style does: a fanned card stays turned. (Said in full, not by `composite`: only what
    replaces runs beside the page's own work.) */
function afterOwn(element: Element, ...poses: Pose[]): void {
  const own = getComputedStyle(element).transform;
  for (const pose of poses) if (own !== "none" && pose.transform) pose.transform = `${own} ${pose.transform}`;
}

/** To there; without a target it fades where it is. */
function away(ghost: HTMLElement, box: DOMRect, target: DOMRect | null): Flight {
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
  if (!target) return { element: ghost, from: APPEARS.to, to: APPEARS.from, ghost: true };
  const to = { transform: between(target, box) || STILL, opacity: "0.2" };
  return { element: ghost, from: { transform: STILL, opacity: "1" }, to, ghost: true };
}

/** When nothing moves there any more but what moves for ever. */
export async function still(root: Element): Promise<void> {
  const passing = (): Animation[] =>
    root
      .getAnimations({ subtree: true })
      .filter(({ playState, effect }) => playState === "running" && effect?.getTiming().iterations !== Infinity);
  for (let now = passing(); now.length > 0; now = passing()) {
    await Promise.allSettled(now.map(({ finished }) => finished));
  }
}

/** A tap skips what is still moving. */
export function skipMotion(): void {
  for (const each of document.getAnimations()) {
    if (!(each instanceof CSSAnimation) && each.effect?.getTiming().iterations !== Infinity) each.finish();
  }
}
