// Pictures for the rules page: each tells a rule in drawings.
import { rebus } from "../../kit/rebus";

const told = (line: string) => rebus("megabou", line);

export const pictures = {
  "MB-1": told("vortex planet-green planet-blue earth blackhole asteroid-2"),
  "MB-2": told("asteroid-1/minibou-yellow planet-red/minibou-blue blackhole/minibou-white vortex/megabou"),
  "MB-3": told("sanctuary-front | sanctuary-back-green"),
  "MB-5": told("asteroid-1/megabou > asteroid-3 > asteroid-2/minibou-green"),
  "MB-6": told("megabou + minibou-green > megabou-full"),
  "MB-7": told("minibou-red + minibou-red + minibou-red > planet-red-devoured + minibou-red"),
  "MB-8": told("planet-blue/minibou-white > planet-blue-devoured/minibou-white"),
  "MB-11": told(
    "minibou-green minibou-blue minibou-yellow minibou-red minibou-white > earth-devoured + minibou-yellow minibou-red",
  ),
  "MB-15": told("blackhole/megabou > steal + minibou-yellow"),
  "MB-18": told("minibou-blue + minibou-blue > planet-blue-devoured + minibou-blue"),
  "MB-19": told("earth-devoured + planet-white-devoured + planet-yellow-devoured > megabou-full"),
  "MB-21": told("sanctuary-back-red > minibou-yellow minibou-red + minibou-green minibou-blue minibou-white"),
};
