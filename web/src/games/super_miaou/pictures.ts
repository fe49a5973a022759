// Pictures for Super Miaou's rules: each central one told in drawings.
import { examples } from "../../kit/example";

export const pictures = examples("super_miaou", {
  "SM-1": "silver#2 gold#3 mouse food cat cape",
  "SM-2": "start-paw#1 start-paw#1 start-paw#1 shield-paw#1",
  "SM-3": "silver#2 > i-coin i-coin",
  "SM-4": "i-coin i-coin > mouse",
  "SM-5": "food > i-food",
  "SM-6": "backpack > back back",
  "SM-8": "back back > silver#2 mouse",
  "SM-9": "cat + cape > super_miaou",
  "SM-12": "silver#2 + start-moon#1 > food",
  "SM-13": "silver#2 + silver#2 > food",
  "SM-14": "i-food > cat",
  "SM-15": "i-buy > washer",
  "SM-17": "start-moon#1 > bin",
  "SM-18": "silver#2 > x:bin",
  "SM-19": "shield-fish#1 > x:bin",
  "SM-21": "mouse > back > washer",
  "SM-23": "backpack > back",
  "SM-24": "mouse > shield-yarn#1 > x:washer",
  "SM-26": "silver#2 + start-paw#1 > washer",
  "SM-27": "washer > backpack",
  "SM-29": "player-yarn > player-paw > player-moon > player-fish",
});
