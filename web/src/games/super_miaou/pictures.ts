// Pictures for Super Miaou's rules: each central one told in drawings.
import type { Component } from "svelte";
import { rebus } from "../../kit/rebus";

const picture = (line: string): Component => rebus("super_miaou", line);

export const pictures: Record<string, Component> = {
  "SM-1": picture("silver gold mouse food cat cape super_miaou"),
  "SM-2": picture("start-paw start-paw start-paw shield-paw"),
  "SM-3": picture("silver = i-coin i-coin"),
  "SM-4": picture("i-coin + i-coin > mouse"),
  "SM-5": picture("food = i-food"),
  "SM-6": picture("backpack > back back"),
  "SM-8": picture("back > silver"),
  "SM-9": picture("cat + cape = super_miaou"),
  "SM-12": picture("i-coin > i-buy"),
  "SM-13": picture("silver + silver > cape"),
  "SM-14": picture("i-food > cat"),
  "SM-15": picture("i-buy > washer"),
  "SM-17": picture("start-moon > bin"),
  "SM-18": picture("silver > silver"),
  "SM-19": picture("shield-fish = player-fish"),
  "SM-21": picture("mouse > back > washer"),
  "SM-22": picture("i-mouse > mouse"),
  "SM-23": picture("backpack > back"),
  "SM-24": picture("mouse > shield-yarn"),
  "SM-26": picture("silver + start-paw > washer"),
  "SM-27": picture("washer > backpack"),
  "SM-29": picture("player-yarn > player-paw > player-moon > player-fish"),
};
