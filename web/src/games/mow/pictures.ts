// Pictures for the rules page, by rule id.
import type { Component } from "svelte";
import Picture from "./Picture.svelte";

function picture(...row: string[]): Component {
  return (anchor: Parameters<typeof Picture>[0]) => Picture(anchor, { row });
}

export const pictures: Record<string, Component> = {
  "MW-1": picture("cow-7", "cow-7f", "cow-7ff", "cow-7fff"),
  "MW-3": picture("back-farmer", "farmer-f2", "farmer-f7", "arrow"),
  "MW-6": picture("cow-3", "›", "cow-5f", "cow-8ff", "cow-11", "‹", "cow-14"),
  "MW-9": picture("cow-5f", "cow-8ff", "cow-11", "›", "barn-take"),
  "MW-14": picture("cow-0", "cow-5f", "cow-11", "cow-16"),
  "MW-15": picture("cow-a7", "›", "cow-7ff"),
  "MW-16": picture("cow-7ff", "cow-late", "cow-10"),
  "MW-17": picture("cow-late", "›", "arrow"),
  "MW-18": picture("cow-0", "›", "arrow"),
  "MW-22": picture("barn", "›", "fly"),
  "MW-23": picture("cow-0", "cow-16", "cow-a7", "cow-a9", "cow-late", "cow-late"),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`MW-${40 + at}`, picture(`farmer-f${at + 1}`)])),
};
