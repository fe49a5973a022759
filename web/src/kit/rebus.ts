// Makes a picture for the rules page out of one line of drawings (see Rebus.svelte).
import type { Component } from "svelte";
import Rebus from "./Rebus.svelte";

export function rebus(game: string, line: string): Component {
  return ((anchor: Parameters<typeof Rebus>[0]) => Rebus(anchor, { game, line })) as Component;
}
