// Where Meowtopia's pieces come from and go to.
import type { Event, Paths } from "../../kit/face";
import { kittensOf, type Meowtopia } from "./pieces";

/** Fields and sticks come from the supply, kittens from the reserve and back; food on a tile goes to who took it. */
export function paths(events: readonly Event<"meowtopia">[], before: Meowtopia | null, after: Meowtopia): Paths {
  const from: Record<string, string> = {};
  const to: Record<string, string> = {};
  const kittens = (view: Meowtopia | null) =>
    (view?.boards ?? []).flatMap((board, seat) => kittensOf(board, seat).map(({ thing }) => thing));
  const stay = new Set(kittens(after));
  const gone = kittens(before).filter((thing) => !stay.has(thing));
  for (const each of events) {
    if (each.event === "field_placed") from[`field-${each.seat}-${each.x}-${each.y}`] = "supply";
    else if (each.event === "stick_placed") from[`stick-${each.seat}-${each.x}-${each.y}-${each.side}`] = "supply";
    else if (each.event === "food_found" && after.tile !== null) to[`tile-food-${after.tile}`] = `seat-${each.seat}`;
    else if (each.event === "engaged" || each.event === "lured") {
      const family = each.event === "lured" ? each.other : each.seat;
      const board = before?.boards[each.seat];
      const thing =
        each.role === "merchant"
          ? `merchant-${each.seat}-${board?.merchants.length ?? 0}`
          : `kitten-${each.seat}-${family}-${(board?.awake[family] ?? 0) + (board?.asleep[family] ?? 0)}`;
      from[thing] = each.event === "lured" ? `seat-${each.other}` : "reserve";
    } else if (each.event === "dismissed") {
      for (const thing of gone) to[thing] = each.other === each.seat ? "reserve" : `seat-${each.other}`;
    }
  }
  return { from, to };
}
