// Where a large thing stands behind a window: how far shifted, and how large.
export interface Place {
  x: number;
  y: number;
  scale: number;
}

/** All of it, in the middle; not smaller than `small`, even if it does not all fit then. */
export function fit(width: number, height: number, wide: number, high: number, small: number, most: number): Place {
  const whole = Math.min(wide / width, high / height);
  const scale = Math.min(Math.max(whole, small), most);
  return { scale, x: (wide - width * scale) / 2, y: (high - height * scale) / 2 };
}

/** The same place at another scale, such that the point under (x, y) stays there. */
export function zoomed(place: Place, scale: number, x: number, y: number): Place {
  const by = scale / place.scale;
  return { scale, x: x - (x - place.x) * by, y: y - (y - place.y) * by };
}

/** Kept so that something of it is always seen: its middle half cannot leave the window. */
export function held(place: Place, width: number, height: number, wide: number, high: number): Place {
  const [w, h] = [width * place.scale, height * place.scale];
  const x = Math.min(Math.max(place.x, wide / 2 - w), wide / 2);
  const y = Math.min(Math.max(place.y, high / 2 - h), high / 2);
  return { scale: place.scale, x, y };
}
