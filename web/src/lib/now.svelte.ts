// The time as one reads it: whoever asks for it while drawing is drawn anew when it has moved on.
import { createSubscriber } from "svelte/reactivity";
import { serverNow } from "../net/api";

const EACH = 5_000; // milliseconds

const follow = createSubscriber((update) => {
  const timer = setInterval(update, EACH);
  return () => clearInterval(timer);
});

export function now(): number {
  follow();
  return serverNow();
}
