// Pictures for Push ’em up!’s rules: each central one told in cards.
import type { Component } from "svelte";
import Example from "./Example.svelte";

const cards = (line: string): Component =>
  ((anchor: Parameters<typeof Example>[0]) => Example(anchor, { line })) as Component;

export const pictures: Record<string, Component> = {
  "PU-1": cards("red-9 purple-9 green-9 blue-9"),
  "PU-4": cards("back back > red-4 red-7"),
  "PU-5": cards("back > green-3 green-8 push-green"),
  "PU-7": cards("blue-8 blue-9 blue-0 blue-1"),
  "PU-8": cards("purple-7 > purple-7 x:red-7"),
  "PU-9": cards("x:red-7 red-7~"),
  "PU-10": cards("green-5 + purple-6"),
  "PU-11": cards("green-5 + purple-6 purple-6~"),
  "PU-12": cards("green-9 + red-0 red-1 red-2"),
  "PU-13": cards("green-1 x:red-0 x:red-1~ x:red-2"),
  "PU-14": cards("blue-3 x:green-8 red-9 > blue-3 red-9"),
  "PU-16": cards("x:purple-0"),
  "PU-19": cards("red-9 red-8 > totem-red"),
  "PU-20": cards("x:red-7 x:blue-7 green-5 > totem-green"),
  "PU-22": cards("purple-9 > totem-purple"),
  "PU-26": cards("x:blue-4 x:green-5 x:purple-6 superpush-red red-9"),
};
