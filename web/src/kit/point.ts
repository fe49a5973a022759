// Pointing: what a line of the log is about is ringed on the board for as long as one looks at the line.
import type { AnyEvent } from "../generated/protocol";

const MARK = "pointed";

/** The seats that an event names; the same in every game. */
export function seatsOf(event: AnyEvent): string[] {
  const { seat, other } = event as { seat?: number; other?: number };
  return [seat, other].flatMap((each) => (typeof each === "number" ? [`seat-${each}`] : []));
}

/** Ring things and spots of these names; none: ring nothing. A name may end with "*". */
export function point(names: readonly string[]): void {
  for (const each of document.querySelectorAll(`.${MARK}`)) each.classList.remove(MARK);
  for (const name of names) {
    const match = name.endsWith("*") ? `^="${CSS.escape(name.slice(0, -1))}"` : `="${CSS.escape(name)}"`;
    for (const each of document.querySelectorAll(`[data-thing${match}], [data-spot${match}]`)) {
      // A spot without a size of its own stands for what it is in.
      (each.getBoundingClientRect().width > 8 ? each : (each.parentElement ?? each)).classList.add(MARK);
    }
  }
}
