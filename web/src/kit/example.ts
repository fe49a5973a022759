// Makes pictures for the rules page out of lines of drawings (see Example.svelte).
import type { Component } from "svelte";
import Example from "./Example.svelte";

export function examples(game: string, lines: Record<string, string>): Record<string, Component> {
  const shown = (line: string) =>
    ((anchor: Parameters<typeof Example>[0]) => Example(anchor, { game, line })) as Component;
  return Object.fromEntries(Object.entries(lines).map(([rule, line]) => [rule, shown(line)]));
}
