// Meowtopia's turns in beats: what every seat has after each event.
import { describe, expect, it } from "vitest";
import { beats, follow } from "../src/games/meowtopia/beats";
import { paths } from "../src/games/meowtopia/paths";
import { headsOf, kittensOf, sum, type Meowtopia } from "../src/games/meowtopia/pieces";
import { eachBeat, holdsTogether, movesOf } from "./told";

/** What is drawn, whoever is to act. */
const drawn = (view: Meowtopia) => {
  const { round, first, cause, boards, tiles, supply_fields, supply_sticks } = view;
  return { round, first, cause, boards, tiles, supply_fields, supply_sticks };
};
const pieces = (view: Meowtopia) => [
  sum(view.boards.map((each) => each.fields.length)) + view.supply_fields + view.aside_fields - view.extra_fields,
  sum(view.boards.map((each) => each.sticks.length)) + view.supply_sticks + view.aside_sticks - view.extra_sticks,
  sum(view.boards.map((each) => headsOf(each) + each.reserve)),
];
const places = (view: Meowtopia) =>
  view.boards.flatMap(({ fields, sticks }, seat) => [
    ...fields.map(({ x, y }) => `field-${seat}-${x}-${y}`),
    ...sticks.map(({ x, y, side }) => `stick-${seat}-${x}-${y}-${side}`),
  ]);
const things = (view: Meowtopia) => [
  ...places(view),
  ...view.boards.flatMap((board, seat) => kittensOf(board, seat).map(({ thing }) => thing)),
];

describe("beats of Meowtopia", () => {
  it("tell every event once, and end with what is known", () => {
    holdsTogether("meowtopia", beats);
  });
  it("come to what the server says by themselves", () => {
    for (const { way, before, events, after } of movesOf("meowtopia")) {
      const view = structuredClone(before);
      for (const event of events) follow(view, event, after);
      expect(drawn(view), way).toEqual(drawn(after));
    }
  });
  it("lose no piece, and lay none twice", () => {
    eachBeat("meowtopia", beats, ({ view }, before) => {
      if (String(pieces(view)) !== String(pieces(before)))
        return `${pieces(view).join()}, not ${pieces(before).join()}`;
      const owed = view.boards.some(({ food, gold, reserve, awake, asleep }) =>
        [food, gold, reserve, ...awake, ...asleep].some((n) => n < 0),
      );
      return owed || new Set(things(view)).size < things(view).length ? "less than nothing, or twice" : "";
    });
  });
  it("lay fields and sticks one by one", () => {
    eachBeat("meowtopia", beats, ({ view, events }, before) => {
      const fresh = places(view).filter((each) => !places(before).includes(each));
      const told = events.flatMap((each) => (/^(field|stick)_placed$/.test(each.event) ? [each] : []));
      return fresh.length === told.length && fresh.length < 2 ? "" : fresh.join();
    });
  });
  it("let pieces fly from the supply and the families, and back", () => {
    eachBeat("meowtopia", beats, ({ view, events }, before) => {
      const { from, to } = paths(events, before, view);
      const [old, now] = [things(before), things(view)];
      const food = before.tiles.flatMap((tile, at) =>
        tile.food > 0 && view.tiles[at]?.food === 0 ? [`tile-food-${at + 1}`] : [],
      );
      // Grouped, a kitten's name is that of the first of its kind.
      const alone = (thing: string) =>
        !/^(kitten|merchant)/.test(thing) || view.boards.every((each) => headsOf(each) < 7);
      return [
        ...now.filter((each) => alone(each) && !old.includes(each) && !from?.[each]),
        ...[...old, ...food].filter((each) => alone(each) && !now.includes(each) && !to?.[each]),
      ].join(" ");
    });
  });
});
