// Where something small goes beside something else, so that it covers nothing that is needed.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What had better not be covered: so dear is each of its pixels. */
export interface Dear {
  box: Box;
  cost: number;
}

export interface Place {
  left: number;
  top: number;
  /** Nothing of what must not be covered is. */
  free: boolean;
}

const STEP = 8; // pixels between two places that are looked at
const FAR = 320; // further away nobody knows whose it is

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** How far two boxes are from each other. */
export function gap(a: Box, b: Box): number {
  const x = Math.max(a.left - b.right, b.left - a.right, 0);
  const y = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  return Math.hypot(x, y);
}

/** The best place for a box of that size beside `by`, within `room`: as near as can be, over none of `never` if there is
    such a place, over little of what is `dear`. */
export function placed(
  [width, height]: readonly [number, number],
  by: Box,
  room: Box,
  never: readonly Box[],
  dear: readonly Dear[],
): Place {
  const [most, low] = [room.right - width, room.bottom - height];
  const first = (at: number, least: number): number => Math.max(least, Math.round(at));
  let best: Place = { left: first(room.left, 0), top: first(room.top, 0), free: false };
  let least = Infinity;
  for (let top = first(by.top - height - FAR, room.top); top <= Math.min(by.bottom + FAR, low); top += STEP) {
    for (let left = first(by.left - width - FAR, room.left); left <= Math.min(by.right + FAR, most); left += STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      const covered = never.reduce((sum, each) => sum + overlap(box, each), 0);
      // Straight beside it, not across a corner.
      const aside = Math.abs((box.top + box.bottom - by.top - by.bottom) / 2) * 0.02;
      const away = gap(box, by) + aside;
      const cost = covered * 1000 + away + dear.reduce((sum, { box: of, cost: c }) => sum + c * overlap(box, of), 0);
      if (cost >= least) continue;
      least = cost;
      best = { left, top, free: covered === 0 };
    }
  }
  return best;
}
