// Megabou's turns in beats: what lies where after each event.
import { describe, expect, it } from "vitest";
import type { View } from "../src/kit/face";
import { beats, follow } from "../src/games/megabou/beats";
import { whoseOf } from "../src/games/megabou/galaxy";
import { paths } from "../src/games/megabou/paths";
import { eachBeat, holdsTogether, movesOf } from "./told";

type Megabou = View<"megabou">;

/** What is drawn, whoever is to act. */
const drawn = ({ cards, flipped, minibous, megabou, loose, trophies, box, secrets, points }: Megabou) => ({
  ...{ cards, flipped, minibous, megabou, loose, trophies, box, secrets, points },
});
const counts = (view: Megabou) =>
  view.colours.map((colour, i) =>
    [view.box, ...view.loose, ...view.trophies].reduce(
      (n, each) => n + (each[i] ?? 0),
      view.minibous.filter((each) => each === colour).length,
    ),
  );

describe("beats of Megabou", () => {
  it("tell every event once, and end with what is known", () => {
    holdsTogether("megabou", beats);
  });
  it("come to what the server says by themselves", () => {
    for (const { way, before, events, after } of movesOf("megabou")) {
      const view = structuredClone(before);
      for (const event of events) follow(view, event);
      expect(drawn(view), way).toEqual(drawn(after));
    }
  });
  it("lose no Minibou", () => {
    eachBeat("megabou", beats, ({ view }, before) => {
      const fewer = [...view.loose, ...view.trophies, view.box].flat().some((n) => n < 0);
      return fewer || String(counts(view)) !== String(counts(before))
        ? `${counts(view).join()}, not ${counts(before).join()}`
        : "";
    });
  });
  it("tell no secret before it is shown (MB-3)", () => {
    eachBeat("megabou", beats, ({ view, events }, before) => {
      const shown = events.flatMap((each) => (each.event === "sanctuary_shown" ? [each.seat] : []));
      const known = view.secrets.flatMap((each, seat) => (each && !before.secrets[seat] ? [seat] : []));
      return known.every((seat) => shown.includes(seat)) ? "" : `${known.join()} are known, ${shown.join()} were shown`;
    });
  });
  it("bring the Megabou there before it swallows (MB-5, MB-6)", () => {
    eachBeat("megabou", beats, ({ view, events }, before) => {
      const gone = before.minibous.flatMap((each, cell) => (each && !view.minibous[cell] ? [cell] : []));
      if (before.megabou !== view.megabou && gone.length) return "it flies and swallows at once";
      return gone.every((cell) => cell === before.megabou) &&
        gone.length === events.filter(({ event }) => event === "swallowed").length
        ? ""
        : `${gone.join()} are gone`;
    });
  });
  it("let Minibous fly from the galaxy to who took them", () => {
    eachBeat("megabou", beats, ({ view, events }, before) => {
      const { from, to } = paths(events, before, view);
      const things = (each: Megabou) => {
        const whose = whoseOf(each);
        return each.colours.flatMap((colour, i) =>
          Array.from({ length: each.loose[whose]?.[i] ?? 0 }, (_, n) => `bou-${whose}-${colour}-${n}`),
        );
      };
      // Who only watches sees somebody else's then.
      if (whoseOf(view) !== whoseOf(before)) return "";
      const [old, now] = [things(before), things(view)];
      const nowhere = [
        ...now.filter((each) => !old.includes(each) && !from?.[each]),
        ...old.filter((each) => !now.includes(each) && !to?.[each]),
        ...before.minibous.flatMap((each, cell) =>
          each &&
          !view.minibous[cell] &&
          !to?.[`mini-${cell}`] &&
          !now.some((thing) => from?.[thing] === `cell-${cell}`)
            ? [`mini-${cell}`]
            : [],
        ),
      ];
      return nowhere.join(" ");
    });
  });
});
