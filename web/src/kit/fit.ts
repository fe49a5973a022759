// Text that fits its box: the first of a few looks, from roomy to tight, in which nothing is cut (auto-fit).
//
// The look is `data-fit`, 0 being the roomiest; what each one is, CSS says. What must not be cut is the element itself
// and everything in it with `data-fits` (or what `inside` names). In a tight look some may have room all the same:
// those get `data-roomy`.

interface How {
  /** The tightest look. */
  last: number;
  /** What in it must not be cut. */
  inside?: string;
  /** Grow roomier only when the box does: figures that change must not make everything jump. */
  calm?: boolean;
  /** Which of them are looked at one by one, once the look is found. */
  each?: string;
}

/** Whether what is in it is too wide. Widths are told in whole pixels: one too many may be none, and is measured. */
function wide(each: Element): boolean {
  const over = each.scrollWidth - each.clientWidth;
  if (over !== 1) return over > 1;
  const inside = document.createRange();
  inside.selectNodeContents(each);
  const edge = each.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(each).borderRightWidth);
  return inside.getBoundingClientRect().right - edge > 0.5;
}

// What is only heard has a size of one pixel.
const cut = (each: Element, slack: number): boolean =>
  each.clientWidth > 1 && (wide(each) || each.scrollHeight > each.clientHeight + slack);

/** To be attached: `{@attach fit({ last: 4 })}`. */
export function fit({
  last,
  inside = "[data-fits]",
  calm = false,
  each: single,
}: How): (node: HTMLElement) => () => void {
  return (node) => {
    let size = "";
    function look(): void {
      const now = `${node.clientWidth} ${node.clientHeight}`;
      const before = now === size ? Number(node.dataset["fit"] ?? 0) : -1;
      let level = calm && before > 0 ? before : 0;
      size = now;
      // Letters reach a little beyond their lines.
      const slack = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 4;
      const fits = (): boolean => ![node, ...node.querySelectorAll(inside)].some((each) => cut(each, slack));
      if (level === before && fits()) return;
      for (const each of node.querySelectorAll("[data-roomy]")) each.removeAttribute("data-roomy");
      for (; level <= last; level += 1) {
        if (node.dataset["fit"] !== String(level)) node.dataset["fit"] = String(level);
        if (fits()) break;
      }
      for (const each of single && level > 0 ? node.querySelectorAll(single) : []) {
        each.setAttribute("data-roomy", "");
        if (!fits()) each.removeAttribute("data-roomy");
      }
    }
    const resized = new ResizeObserver(look);
    resized.observe(node);
    const changed = new MutationObserver(look);
    changed.observe(node, { childList: true, characterData: true, subtree: true });
    // Letters have other widths when their font has come.
    const anew = (): void => {
      size = "";
      look();
    };
    document.fonts.addEventListener("loadingdone", anew);
    look();
    return () => {
      resized.disconnect();
      changed.disconnect();
      document.fonts.removeEventListener("loadingdone", anew);
    };
  };
}
