// A game's rules, opened over the table at which it is played: nobody leaves it to read.
export const reading = $state({ game: "", open: false, rule: "" });

/** A table is there, until the answer is called. */
export function readsHere(game: string): () => void {
  reading.game = game;
  return () => Object.assign(reading, { game: "", open: false });
}

/** A link to a rule was tapped: at its game's table it opens there, anywhere else, or in a tab of its own, as it would. */
export function read(event: MouseEvent, game: string, rule = ""): void {
  if (reading.game !== game || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  Object.assign(reading, { open: true, rule });
}
