// Pictures for the rules page: each tells a rule in drawings.
import { examples } from "../../kit/example";

export const pictures = examples("megabou", {
  "MB-1": "vortex planet-green planet-blue earth blackhole asteroid-2",
  "MB-2": "asteroid-1/minibou-yellow planet-red/minibou-blue blackhole/minibou-white vortex/megabou",
  "MB-3": "sanctuary-front | sanctuary-back-green",
  "MB-5": "asteroid-1/megabou > asteroid-3 > asteroid-2/minibou-green",
  "MB-6": "megabou + minibou-green > megabou-full",
  "MB-7": "minibou-red + minibou-red + minibou-red > planet-red-devoured + minibou-red",
  "MB-8": "planet-blue/minibou-white > planet-blue-devoured/minibou-white",
  "MB-11":
    "minibou-green minibou-blue minibou-yellow minibou-red minibou-white > earth-devoured + minibou-yellow minibou-red",
  "MB-15": "blackhole/megabou > steal + minibou-yellow",
  "MB-18": "minibou-blue + minibou-blue > planet-blue-devoured + minibou-blue",
  "MB-19": "earth-devoured + planet-white-devoured + planet-yellow-devoured > megabou-full",
  "MB-21": "sanctuary-back-red > minibou-yellow minibou-red + minibou-green minibou-blue minibou-white",
});
