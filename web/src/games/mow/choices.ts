// What a seat may be asked besides playing a cow: the few big buttons, and the many that name somebody or something.
//
// It follows from the position, not from what is legal right now: so the buttons stay where they are while a move is on
// its way, and while somebody else plays.
import type { MowView } from "../../generated/protocol";

export interface Choice {
  action: string;
  verb: string;
  /** Who or what the verb is about; "" if nothing. */
  word: string;
}

export const choiceOf = (action: string): Choice => {
  const [verb = "", word = ""] = action.split(" ");
  return { action, verb, word };
};

const ASKED: Partial<Record<MowView["phase"], readonly string[]>> = {
  draw: ["draw", "end"],
  end: ["end"],
  bonus: ["reverse", "keep"],
  stopper: ["reverse", "keep"],
  steer: ["reverse"],
  swap: ["stay"],
};
const IGNORABLE = ["1", "2", "3", "5"];
const HERDS = ["a", "b", "c"];

const others = (view: MowView, seat: number): string[] =>
  view.totals.map((_, at) => String(at)).filter((each) => each !== String(seat));

/** The big buttons. Whoever waits sees what they would take. */
export function actsOf(view: MowView, seat: number, legal: readonly string[]): Choice[] {
  let asked = view.current === seat ? (ASKED[view.phase] ?? []) : [];
  if (view.phase === "score") asked = ["count"];
  if (view.phase === "shout" && view.tied.includes(seat)) asked = ["shout", "hush"];
  const more = legal.filter(
    (each) => !asked.includes(each) && !/^(play|give|f\d+|next|herd|swap|ignore)( |$)/.test(each),
  );
  const all = [...asked, ...more];
  return (all.length ? all : ["take"]).map(choiceOf);
}

/** Those that name somebody or something: who is next, whose hand, which herd, which flies. */
export function namesOf(view: MowView, seat: number): Choice[] {
  if (view.phase === "score") {
    return view.farmers.includes("f10") ? IGNORABLE.map((each) => choiceOf(`ignore ${each}`)) : [];
  }
  if (view.current !== seat) return [];
  if (view.phase === "swap") return others(view, seat).map((each) => choiceOf(`swap ${each}`));
  if (view.phase !== "stopper" && view.phase !== "steer") return [];
  if (view.herds.length > 1) return HERDS.map((each) => choiceOf(`herd ${each}`));
  return others(view, seat).map((each) => choiceOf(`next ${each}`));
}

/** What a farmer can be played on; what to ask the referee about one that cannot be played now. */
export function farmerOf(farmer: string, view: MowView, seat: number): Choice[] {
  if (farmer === "f10") return [choiceOf("ignore 1")];
  if (farmer !== "f2" && farmer !== "f3") return [choiceOf(farmer)];
  return others(view, seat).map((each) => choiceOf(`${farmer} ${each}`));
}
