// A turn of Meowtopia in steps one can follow: each event does to the pieces what its sentence says.
import { played } from "../../kit/beats";
import type { Beat, Event } from "../../kit/face";
import { headsOf, sum, wetOf, type Board, type Meowtopia } from "./pieces";

type Heard = Event<"meowtopia">;

export function beats(events: readonly Heard[], before: Meowtopia, after: Meowtopia): Beat<"meowtopia">[] {
  const asked = before.actors.includes(before.seat);
  return played<"meowtopia">(
    events,
    before,
    after,
    (view, event) => {
      follow(view, event, after);
      // Whose turn it is, and whose things one sees who only watches; but nobody is asked what happens by itself.
      if ("seat" in event) view.actors = event.seat === view.seat && !asked ? [] : [event.seat];
    },
    (event, last) =>
      (event.event === "food_found" && ["job_chosen", "tile_taken"].includes(last.event)) ||
      (event.event === "field_irrigated" && last.event === "field_irrigated"),
  );
}

/** What an event does to the table. `after` tells merchants apart, as the sentences do not. */
export function follow(view: Meowtopia, event: Heard, after: Meowtopia): void {
  const board = "seat" in event ? view.boards[event.seat] : undefined;
  const tile = view.tiles[(view.tile ?? 0) - 1];
  view.spots = [];
  switch (event.event) {
    case "round_began":
      view.round = event.n;
      view.first = view.active = event.seat;
      break;
    case "all_awake":
      dawn(view, event.seat);
      get(board, 1);
      break;
    case "woke":
      get(board, -event.paid);
      view.due = event.n;
      turnOver(view, board, "asleep", "awake");
      break;
    case "roused":
      turnOne(view, board, "asleep", "awake", event.other);
      turnOver(view, board, "asleep", "awake");
      break;
    case "sold": {
      const merchant = board?.merchants[event.merchant - 1];
      if (event.ware === "food") get(board, -1);
      else gold(board, -1);
      if (merchant) Object.assign(merchant, { ware: event.ware, goods: event.n });
      break;
    }
    case "job_chosen":
      take(view, event.seat, view.tiles.findIndex(({ jobs }) => jobs[0] === event.job) + 1, event.job, event.job);
      break;
    case "tile_taken":
      take(view, event.seat, event.tile, event.job, event.others_job);
      break;
    case "food_found":
      if (tile) tile.food -= event.n;
      get(board, event.n);
      break;
    case "sent":
    case "followed":
      view.sent = view.due = event.event === "sent" ? event.n : 1;
      turnOver(view, board, "awake", "asleep");
      break;
    case "tired":
      turnOne(view, board, "awake", "asleep", event.other);
      turnOver(view, board, "awake", "asleep");
      break;
    case "food_brought":
      get(board, event.n);
      break;
    case "gold_brought":
      gold(board, event.n);
      break;
    case "field_placed":
      board?.fields.push({ x: event.x, y: event.y, irrigated: false });
      supply(view, "fields");
      break;
    case "stick_placed":
      board?.sticks.push({ x: event.x, y: event.y, side: event.side });
      supply(view, "sticks");
      break;
    case "field_irrigated":
      for (const each of board?.fields ?? []) if (each.x === event.x && each.y === event.y) each.irrigated = true;
      break;
    case "engaged":
      engage(view, board, event.role, event.seat);
      break;
    case "lured":
      engage(view, board, event.role, event.other);
      break;
    case "end_called":
      view.cause = event.cause;
      break;
    case "passed":
      if (event.passed === "snack") get(board, 1);
      view.due = event.passed === "wake" ? 1 : 0;
      turnOver(view, board, "asleep", "awake");
      break;
    case "goods_lost": {
      const closed = leaving(
        board,
        after.boards[event.seat],
        ({ ware, goods }) => ware === event.ware && goods === event.n,
      );
      if (closed) closed.goods = 0;
      break;
    }
    case "dismissed":
      dismiss(view, board, after.boards[event.seat], event.kitten, event.other);
      get(board, 3);
      break;
    case "fed":
      get(board, -event.paid);
      break;
    case "unfed":
      if (board) board.tokens += event.n;
      break;
    case "food_laid":
      lay(view, ({ jobs }) => event.jobs.includes(jobs[0] ?? ""));
      break;
    case "food_laid_on":
      lay(view, (_, at) => event.tiles.includes(at + 1));
      break;
    case "awake_at_the_end":
      get(board, event.n);
      break;
    case "rounds_over":
    case "scored":
    case "undone":
  }
  for (const each of view.boards) value(each);
}

type State = "awake" | "asleep";
type Merchant = Board["merchants"][number];

function get(board: Board | undefined, food: number): void {
  if (board) board.food += food;
}

function gold(board: Board | undefined, n: number): void {
  if (board) board.gold += n;
}

/** A seat's turn begins: no tile is chosen. */
function dawn(view: Meowtopia, seat: number): void {
  view.active = seat;
  view.tile = null;
  view.job = view.others_job = "";
}

function take(view: Meowtopia, seat: number, number: number, job: string, others: string): void {
  const tile = view.tiles[number - 1];
  if (tile) tile.taken_by = seat;
  Object.assign(view, { tile: number, job, others_job: others });
}

/** As many as are due fall asleep or wake; where it is asked whose family they are of, that is told later. */
function turnOver(view: Meowtopia, board: Board | undefined, from: State, to: State): void {
  while (board && view.due > 0) {
    const families = board[from].flatMap((n, family) => (n > 0 ? [family] : []));
    const [family] = families;
    if (family === undefined || (families.length > 1 && sum(board[from]) !== view.due)) return;
    turnOne(view, board, from, to, family);
  }
}

function turnOne(view: Meowtopia, board: Board | undefined, from: State, to: State, family: number): void {
  view.due -= 1;
  count(board?.[from], family, -1);
  count(board?.[to], family, 1);
}

function count(counts: number[] | undefined, at: number, n: number): void {
  if (counts) counts[at] = (counts[at] ?? 0) + n;
}

/** MT-37: out of the supply, then of what was set aside, then of what is not in the box. */
function supply(view: Meowtopia, what: "fields" | "sticks"): void {
  if (view[`supply_${what}`] > 0) view[`supply_${what}`] -= 1;
  else if (view[`aside_${what}`] > 0) view[`aside_${what}`] -= 1;
  else view[`extra_${what}`] += 1;
}

function engage(view: Meowtopia, board: Board | undefined, role: string, family: number): void {
  const home = view.boards[family];
  gold(board, -1);
  if (home) home.reserve -= 1;
  if (role === "merchant") board?.merchants.push({ family, ware: "", goods: 0 });
  else count(board?.awake, family, 1);
}

/** The merchant without whom the others are those who stay. */
function leaving(
  board: Board | undefined,
  after: Board | undefined,
  fits: (merchant: Merchant) => boolean,
): Merchant | undefined {
  const all = board?.merchants ?? [];
  const stay = JSON.stringify(after?.merchants);
  const without = (one: Merchant) => JSON.stringify(all.filter((each) => each !== one));
  return all.find((each) => fits(each) && without(each) === stay) ?? all.find(fits);
}

function dismiss(
  view: Meowtopia,
  board: Board | undefined,
  after: Board | undefined,
  kitten: string,
  family: number,
): void {
  const home = view.boards[family];
  if (home) home.reserve += 1;
  if (kitten === "awake" || kitten === "asleep") count(board?.[kitten], family, -1);
  else {
    const gone = leaving(board, after, (each) => each.family === family && each.goods === 0);
    if (board) board.merchants = board.merchants.filter((each) => each !== gone);
  }
}

/** The end of a round: all tiles come back, with food on those that nobody took. */
function lay(view: Meowtopia, left: (tile: Meowtopia["tiles"][number], at: number) => boolean): void {
  view.tiles.forEach((tile, at) => {
    tile.taken_by = null;
    if (left(tile, at)) tile.food += 1;
  });
  dawn(view, view.active);
}

/** What tonight costs, and the points as they stand (MT-39). */
function value(board: Board): void {
  const goods = (ware: string) => sum(board.merchants.map((each) => (each.ware === ware ? each.goods : 0)));
  const fields = new Set(board.fields.map(({ x, y }) => `${x} ${y}`));
  const beside = board.sticks.flatMap(({ x, y, side }) => [
    `${x} ${y}`,
    side === "top" ? `${x} ${y - 1}` : `${x - 1} ${y}`,
  ]);
  board.upkeep = Math.max(0, 2 * headsOf(board) - wetOf(board));
  const parts = {
    kittens: 3 * headsOf(board),
    sticks: beside.filter((each) => fields.has(each)).length,
    gold_sold: 3 * goods("gold"),
    food_sold: 2 * goods("food"),
    gold: board.gold,
    food: Math.floor(board.food / 2),
    tokens: 0 - 3 * board.tokens,
  };
  board.score = { ...parts, total: sum(Object.values(parts)) };
}
