// Pictures for Push ’em up!’s rules: each central one told in cards.
import { examples } from "../../kit/example";

export const pictures = examples("push_em_up", {
  "PU-1": "red-9#9 purple-9#9 green-9#9 blue-9#9",
  "PU-4": "back back > red-4#4 red-7#7",
  "PU-5": "back > green-3#3 green-8#8 push-green",
  "PU-7": "blue-8#8 blue-9#9 blue-0#0 blue-1#1",
  "PU-8": "red-7#7 + purple-7#7 > x:red-7#7 purple-7#7",
  "PU-9": "red-7#7 + x:red-7#7~",
  "PU-10": "green-5#5 + purple-6#6",
  "PU-11": "green-5#5 + purple-6#6 purple-6#6~",
  "PU-12": "green-9#9 + red-0#0 red-1#1 red-2#2",
  "PU-13": "green-1#1 + x:red-0#0 x:red-1#1 x:red-2#2",
  "PU-14": "push-blue > blue-7#7 x:green-8#8 red-9#9",
  "PU-16": "x:purple-0#0",
  "PU-19": "red-9#9 red-8#8 blue-7#7 > totem-red",
  "PU-20": "x:red-7#7 green-6#6 x:blue-7#7 > totem-green",
  "PU-22": "purple-9#9 > totem-purple",
  "PU-26": "superpush-red > x:blue-6#6 x:green-7#7 x:purple-8#8 red-9#9",
});
