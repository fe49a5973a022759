// Where short messages stand: one's own things are at the foot of a table, so that they come under the sentence at its head.
const SENTENCE = ".frame .say";

/** How far from the top, as a style; "" where there is no sentence, or it is not at the head. */
export function underSentence(): string {
  const said = document.querySelector(SENTENCE)?.getBoundingClientRect();
  return said && said.bottom < innerHeight / 2 ? `${said.bottom + 8}px` : "";
}
