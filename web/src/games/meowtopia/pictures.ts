// Pictures for the rules page: each tells a rule in drawings.
import { rebus } from "../../kit/rebus";

const told = (line: string) => rebus("meowtopia", line);

export const pictures = {
  "MT-1": told("job-food job-irrigation job-gold job-recruit job-fields"),
  "MT-3": told(
    "field-irrigated stick-v field-irrigated + kitten-tiger-awake kitten-tiger-awake + food-2 food-2 + gold",
  ),
  "MT-6": told("first > head-tiger > head-siam > head-lynx > head-fold"),
  "MT-7": told("kitten-tiger-awake kitten-tiger-awake > food-1"),
  "MT-9": told("food-2 + kitten-siam-asleep kitten-siam-asleep > kitten-siam-awake kitten-siam-awake"),
  "MT-10": told("fish | gold > kitten-lynx-merchant"),
  "MT-13": told("head-fold > job-gold"),
  "MT-15": told("kitten-tiger-awake > job-food > kitten-tiger-asleep"),
  "MT-16": told("kitten-tiger-awake kitten-tiger-awake > food-5"),
  "MT-17": told("kitten-siam-awake kitten-siam-awake > gold gold"),
  "MT-18": told("kitten-lynx-awake > field-dry"),
  "MT-19": told("kitten-lynx-awake > stick-h > field-irrigated"),
  "MT-20": told("kitten-fold-awake + gold > kitten-fold-reserve"),
  "MT-21": told("kitten-fold-reserve > kitten-fold-awake | kitten-fold-merchant"),
  "MT-23": told("head-siam > kitten-siam-awake > job-fields"),
  "MT-26": told("kitten-tiger-awake > food-2"),
  "MT-27": told("field-irrigated > food-1"),
  "MT-28": told("kitten-tiger-asleep > food-2 + food-1"),
  "MT-29": told("kitten-tiger-awake > malus"),
  "MT-30": told("job-recruit + food-1"),
  "MT-35": told("field-dry | stick-h"),
  "MT-39": told("kitten-tiger-awake stick-h gold food-2 + malus"),
  "MT-40": told("job-food | job-irrigation"),
};
