// What can be chosen, and what each choice brings and costs: to be shown before one chooses. The server decides.
import type { BoardProps } from "../../kit/face";
import { familyOf, freeEdges, headsOf, kittenArt, sum, wetOf, type Board, type Meowtopia } from "./pieces";

type Say = BoardProps<"meowtopia">["say"];

/** So much of something: “+8” and a fish. */
export interface Amount {
  text: string;
  /** A drawing; "" where words are enough. */
  art: string;
  /** Read out. */
  spoken: string;
  cost: boolean;
}

export interface Choice {
  action: string;
  title: string;
  art: string;
  amounts: Amount[];
  /** What is left when tonight is paid; below 0: what is missing. */
  left: number | null;
  /** Why it cannot be done now, in few words. */
  why: string;
}

export interface Choices {
  /** How they are laid out: a row of figures, a few buttons, or the piece in hand and where it goes. */
  kind: "numbers" | "options" | "place";
  all: Choice[];
}

const MOST_SENT = 6;
const BROUGHT = [0, 2, 5, 8, 12, 16, 20];
const WORDS: Record<string, string> = {
  fish: "page.food",
  gold: "page.gold",
  "field-dry": "page.supply.fields",
  "stick-h": "page.supply.sticks",
  head: "page.kittens",
  awake: "page.awake",
  asleep: "page.asleep",
  drop: "page.wet",
  "": "page.pts",
};
const BRINGS: Record<string, string> = {
  food: "fish",
  irrigation: "stick-h",
  gold: "gold",
  recruit: "head",
  fields: "field-dry",
};

/** A seat's things as choices see them. */
export class Ledger {
  readonly board: Board;

  constructor(
    readonly view: Meowtopia,
    readonly me: number,
    private readonly say: Say,
  ) {
    this.board = view.boards[me]!;
  }

  /** `sign` is "+" or "−", or "" for what just is. */
  amount(sign: string, n: number, what: string): Amount {
    const drawings: Record<string, string> = {
      head: `meowtopia-head-${familyOf(this.me)}`,
      awake: kittenArt(this.me, "awake"),
      asleep: kittenArt(this.me, "asleep"),
      "": "",
    };
    const said = this.say(WORDS[what] ?? "", { n });
    const before = sign === "−" && n === 0 ? "" : sign;
    return {
      text: what === "" ? before + said : before + String(n),
      art: drawings[what] ?? `meowtopia-${what}`,
      spoken: before + said,
      cost: sign !== "+",
    };
  }

  /** What so many kittens bring at a job, and what they cost. */
  work(job: string, n: number): Amount[] {
    const brought = job === "food" ? (BROUGHT[n] ?? 0) : n;
    const found = [this.amount("+", brought, BRINGS[job] ?? "fish")];
    if (job === "recruit") found.push(this.amount("−", n, "gold"));
    return [...found, this.amount("", n, "asleep")];
  }

  /** What is left of food after tonight's meal. */
  left(more = 0, kittens = 0, wet = 0): number {
    const price = 2 * (headsOf(this.board) + kittens) - wetOf(this.board) - wet;
    return this.board.food + more - Math.max(0, price);
  }

  leftAfter(job: string, n: number): number {
    return this.left(job === "food" ? (BROUGHT[n] ?? 0) : 0, job === "recruit" ? n : 0);
  }

  /** How many could be sent, and what there would be too few of for more. */
  private limits(job: string): [most: number, why: string][] {
    const left = sum(this.view.boards.map(({ reserve }) => reserve));
    const found: [number, string][] = [[sum(this.board.awake), "kittens"]];
    if (job === "recruit") found.push([this.board.gold, "gold"], [left, "left"]);
    if (job === "irrigation") found.push([freeEdges(this.board), "edges"]);
    return found;
  }

  most(job: string): number {
    return Math.min(MOST_SENT, ...this.limits(job).map(([most]) => most));
  }

  lacking(job: string, n: number): string {
    const found = this.limits(job).find(([most]) => n > most);
    return found ? this.say(`page.why.${found[1]}`, { n }) : "";
  }

  price(unfed: number): number {
    return Math.max(0, 2 * (headsOf(this.board) - unfed) - wetOf(this.board));
  }
}

interface Asked {
  view: Meowtopia;
  me: number;
  legal: readonly string[];
  /** The tile in hand or under the mouse, from 1; 0 for none. */
  tile: number;
  say: Say;
}

/** What a seat is asked now; when it is not asked, what it will be next. */
export function choicesOf({ view, me, legal, tile, say }: Asked): Choices {
  const ledger = new Ledger(view, me, say);
  const { board } = ledger;
  const choice = (action: string, title: string, more: Partial<Choice> = {}): Choice => ({
    action,
    title,
    art: "",
    amounts: [],
    left: null,
    why: "",
    ...more,
  });
  const numbers = (verb: string, most: number, more: (n: number) => Partial<Choice>): Choices => ({
    kind: "numbers",
    all: Array.from({ length: most + 1 }, (_, n) => choice(`${verb} ${n}`, String(n), more(n))),
  });
  const options = (all: Choice[]): Choices => ({ kind: "options", all });

  switch (view.actors.includes(me) ? view.phase : "") {
    case "wake": {
      const asleep = sum(board.asleep);
      const paid = (n: number) => (asleep > 1 ? n : 0);
      return numbers("wake", asleep, (n) => ({
        amounts: [ledger.amount("+", n, "awake"), ledger.amount("−", paid(n), "fish")],
        left: ledger.left(-paid(n)),
        why: paid(n) > board.food ? say("page.why.fish", { n }) : "",
      }));
    }
    case "choose": {
      const jobs = view.tiles[tile - 1]?.jobs ?? [];
      if (jobs.length > 1)
        return options(
          jobs.map((job) =>
            choice(`take ${tile} ${job}`, say(`job.${job}`), {
              art: `meowtopia-job-${job}`,
              amounts: ledger.work(job, ledger.most(job)),
            }),
          ),
        );
      const [job = ""] = jobs;
      return numbers("send", MOST_SENT, (n) => ({
        amounts: job ? ledger.work(job, n) : [],
        left: job ? ledger.leftAfter(job, n) : null,
        why: job ? ledger.lacking(job, n) : "",
      }));
    }
    case "send":
      return numbers("send", MOST_SENT, (n) => ({
        amounts: ledger.work(view.job, n),
        left: ledger.leftAfter(view.job, n),
        why: ledger.lacking(view.job, n),
      }));
    case "field":
    case "stick":
      return { kind: "place", all: [] };
    case "sell": {
      const ware = board.merchants[(view.merchant ?? 1) - 1]?.ware ?? "";
      const wares = [
        ["food", "fish", 2, board.food],
        ["gold", "gold", 3, board.gold],
      ] as const;
      return options([
        ...wares.map(([name, art, worth, has]) =>
          choice(`sell ${name}`, say(`page.do.sell.${name}`), {
            art: `meowtopia-${art}`,
            amounts: [ledger.amount("+", worth, ""), ledger.amount("−", 1, art)],
            left: ledger.left(name === "food" ? -1 : 0),
            why: ware && ware !== name ? say(`page.why.ware.${ware}`) : has === 0 ? say("page.why.none") : "",
          }),
        ),
        choice("keep", say("page.do.keep"), { left: ledger.left() }),
      ]);
    }
    case "engage": {
      const offered = legal.filter((each) => each.startsWith("engage"));
      // Who only watches is offered nothing, and sees what it is about.
      const seen = offered.length ? offered : ["worker", "merchant"].map((role) => `engage ${role} ${me}`);
      return options(
        seen.map((action) => {
          const [, role = "", family = ""] = action.split(" ");
          return choice(action, say(`page.do.${role}`), {
            art: kittenArt(Number(family), role === "merchant" ? "merchant" : "awake"),
            amounts: [ledger.amount("+", 3, ""), ledger.amount("−", 1, "gold")],
            left: ledger.left(0, 1),
          });
        }),
      );
    }
    case "rouse":
    case "tire": {
      const counts = view.phase === "rouse" ? board.asleep : board.awake;
      const families = counts.flatMap((n, family) => (n > 0 ? [family] : []));
      return options(
        families.map((family) =>
          choice(`pick ${family}`, say("page.do.pick", { other: family }), {
            art: kittenArt(family, view.phase === "rouse" ? "asleep" : "awake"),
          }),
        ),
      );
    }
    case "evening": {
      const unfed = legal.filter((each) => /^feed [1-9]/.test(each)).map((each) => Number(each.split(" ")[1]));
      const missing = ledger.price(0) - board.food;
      return options([
        choice("feed 0", say("page.do.feed", { n: headsOf(board) }), {
          art: "meowtopia-food-5",
          amounts: [ledger.amount("−", ledger.price(0), "fish")],
          left: missing > 0 ? null : -missing,
          why: missing > 0 ? say("page.missing", { n: missing }) : "",
        }),
        ...unfed.map((n) =>
          choice(`feed ${n}`, say("page.do.unfed", { n }), {
            art: "meowtopia-malus",
            amounts: [ledger.amount("−", ledger.price(n), "fish"), ledger.amount("−", 3 * n, "")],
            left: board.food - ledger.price(n),
          }),
        ),
      ]);
    }
    default: {
      const job = view.others_job;
      const passes = sum(board.asleep) > 0 ? ["wake", "rest"] : ["snack"];
      const gains: Record<string, Amount[]> = {
        wake: [ledger.amount("+", 1, "awake")],
        rest: [],
        snack: [ledger.amount("+", 1, "fish")],
      };
      return options([
        choice("follow", say("page.do.follow"), {
          art: job ? `meowtopia-job-${job}` : "",
          amounts: job ? ledger.work(job, 1) : [ledger.amount("", 1, "asleep")],
          left: job ? ledger.leftAfter(job, 1) : null,
          why: job && view.phase === "follow" ? ledger.lacking(job, 1) : "",
        }),
        ...passes.map((then) =>
          choice(`pass ${then}`, say(`page.do.pass.${then}`), {
            art: then === "snack" ? "meowtopia-fish" : kittenArt(me, then === "wake" ? "awake" : "asleep"),
            amounts: gains[then] ?? [],
            left: ledger.left(then === "snack" ? 1 : 0),
          }),
        ),
      ]);
    }
  }
}
