// Two controls that do the same: where one is too small for a finger, it names the other.
import type { Attachment } from "svelte/attachments";

const FINGER = 44; // pixels

/** `{@attach same("move-ne")}`: that one does the same. */
export function same(other: string): Attachment<HTMLElement> {
  return (element) => {
    const look = () => {
      if (Math.min(element.offsetWidth, element.offsetHeight) < FINGER) element.dataset["else"] = other;
      else delete element.dataset["else"];
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    look();
    return () => {
      resized.disconnect();
    };
  };
}
