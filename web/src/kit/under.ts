// Where short messages stand: one's own things are at the foot of a table, so that they come under the sentence at its head.
import { innerHeight, innerWidth } from "svelte/reactivity/window";

const SENTENCE = ".frame .say";

/** How far from the top, as a style; "" where there is no sentence, or it is not at the head. Who turns the phone has it
    elsewhere: then it is asked again. */
export function underSentence(): string {
  const [, height] = [innerWidth.current, innerHeight.current ?? 0];
  const said = document.querySelector(SENTENCE)?.getBoundingClientRect();
  return said && said.bottom < height / 2 ? `${said.bottom + 8}px` : "";
}
