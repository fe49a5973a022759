// Drag and drop with pointer events, for mouse, pen and finger; tapping does the same by other means.
//
// A place where things may be dropped is an element with `data-drop`. What is dragged knows which action that would
// mean, legal or not: the referee explains the others. While something hovers over a place, it has `data-over`.
import type { Attachment } from "svelte/attachments";

/** A finger that moves less than this many pixels has tapped. */
const SLACK = 8;

export interface Dragged {
  /** The action that a drop there asks for; "" if none. */
  means: (drop: string) => string;
  attempt: (action: string) => void;
  /** It is taken up (true) or down again: the time to ring where it may go. */
  held?: (up: boolean) => void;
}

/** Makes an element one that can be dragged: `{@attach draggable(() => drag)}`; null: not now. */
export function draggable(now: () => Dragged | null): Attachment<HTMLElement> {
  return (element) => listen(element, now);
}

function listen(element: HTMLElement, now: () => Dragged | null): () => void {
  let from: { id: number; x: number; y: number } | null = null;
  let flying = false;
  let over: HTMLElement | null = null;

  const hover = (place: HTMLElement | null) => {
    if (place === over) return;
    over?.removeAttribute("data-over");
    place?.setAttribute("data-over", "");
    over = place;
  };
  const land = () => {
    if (flying) {
      element.removeAttribute("data-dragging");
      element.style.translate = "";
      element.style.pointerEvents = "";
      now()?.held?.(false);
    }
    hover(null);
    from = null;
    flying = false;
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary || !now()) return;
    from = { id: event.pointerId, x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent) => {
    if (!from || event.pointerId !== from.id) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!flying) {
      if (Math.hypot(x, y) < SLACK) return;
      flying = true;
      element.setPointerCapture(from.id);
      element.setAttribute("data-dragging", "");
      element.style.pointerEvents = "none";
      now()?.held?.(true);
    }
    element.style.translate = `${x}px ${y}px`;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]") ?? null;
    hover(under && now()?.means(under.dataset.drop ?? "") ? under : null);
  };
  const up = (event: PointerEvent) => {
    if (!from || event.pointerId !== from.id) return;
    const dragged = now();
    const action = flying && over ? dragged?.means(over.dataset.drop ?? "") : "";
    if (flying) swallowClick();
    land();
    if (action) dragged?.attempt(action);
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key === "Escape" && flying) land();
  };
  const still = (event: Event) => {
    event.preventDefault();
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("dragstart", still);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", land);
  window.addEventListener("keydown", escape);
  return () => {
    land();
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("dragstart", still);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", land);
    window.removeEventListener("keydown", escape);
  };
}

/** The click that a browser sends after a drag is no tap. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => {
    window.removeEventListener("click", swallow, { capture: true });
  }, 50);
}
