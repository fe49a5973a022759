// Pictures for the rules page: each tells a rule in drawings.
import { examples } from "../../kit/example";

export const pictures = examples("meowtopia", {
  "MT-1": "job-food job-irrigation job-gold job-recruit job-fields",
  "MT-3": "field-irrigated stick-v field-irrigated + kitten-tiger-awake kitten-tiger-awake + food-2 food-2 + gold",
  "MT-6": "first > head-tiger > head-siam > head-lynx > head-fold",
  "MT-7": "kitten-tiger-awake kitten-tiger-awake > food-1",
  "MT-9": "food-2 + kitten-siam-asleep kitten-siam-asleep > kitten-siam-awake kitten-siam-awake",
  "MT-10": "fish | gold > kitten-lynx-merchant",
  "MT-13": "head-fold > job-gold",
  "MT-15": "kitten-tiger-awake > job-food > kitten-tiger-asleep",
  "MT-16": "kitten-tiger-awake kitten-tiger-awake > food-5",
  "MT-17": "kitten-siam-awake kitten-siam-awake > gold gold",
  "MT-18": "kitten-lynx-awake > field-dry",
  "MT-19": "kitten-lynx-awake > stick-h > field-irrigated",
  "MT-20": "kitten-fold-awake + gold > kitten-fold-reserve",
  "MT-21": "kitten-fold-reserve > kitten-fold-awake | kitten-fold-merchant",
  "MT-23": "head-siam > kitten-siam-awake > job-fields",
  "MT-26": "kitten-tiger-awake > food-2",
  "MT-27": "field-irrigated > food-1",
  "MT-28": "kitten-tiger-asleep > food-2 + food-1",
  "MT-29": "kitten-tiger-awake > malus",
  "MT-30": "job-recruit + food-1",
  "MT-35": "field-dry | stick-h",
  "MT-39": "kitten-tiger-awake stick-h gold food-2 + malus",
  "MT-40": "job-food | job-irrigation",
});
