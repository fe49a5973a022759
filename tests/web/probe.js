// The probe of the layout test: everything that is wrong with the table as it is shown now, in sentences.
//
// Faces say what is what. `data-part`: bar, say, stage, own, seats. `data-thing`: a card or a piece.
// `data-scrolls`: may scroll. `data-free`: may leave its part. `data-pile`: things that cover each other on
// purpose. `data-else="id"`: that one does the same and is large. `data-enlarges`: the first tap enlarges it.
({ seats, large, brief }) => {
  const faults = [];
  const root = document.querySelector("main.frame");
  if (!root) return { faults: [["missing", "there is no table"]], boxes: {} };
  const [W, H] = [innerWidth, innerHeight];
  const CONTROLS = 'button, a[href], input, select, textarea, summary, [role="button"], [tabindex="0"]';
  const TAP = 43.5;
  const ENLARGED = 20;
  const TYPE = 12.95; // 13 px, but for how it is rounded
  const LIFTED = 9; // how far a raised card may look out of its part
  const USED = 0.88;

  // -- words ---------------------------------------------------------------------------------------

  const wrong = (kind, text) => faults.push([kind, text]);
  const short = (text) => {
    const plain = text.replace(/\s+/g, " ").trim();
    return plain.length > 44 ? `${plain.slice(0, 42)}…` : plain;
  };
  const named = (each) => {
    const said = each.getAttribute?.("aria-label") || each.getAttribute?.("data-thing");
    const text = said || each.getAttribute?.("alt") || each.textContent || "";
    const kind = each.getAttribute?.("data-part") ?? each.classList?.[0] ?? "";
    return `<${each.tagName.toLowerCase()}${kind ? ` ${kind}` : ""}> “${short(text)}”`;
  };
  const round = (...numbers) => numbers.map((n) => Math.round(n)).join(" ");
  const spot = ({ left, top, right, bottom }) => `(${round(left, top, right, bottom)})`;

  // -- boxes ---------------------------------------------------------------------------------------

  const styles = new Map();
  const styleOf = (each) => {
    if (!styles.has(each)) styles.set(each, getComputedStyle(each));
    return styles.get(each);
  };
  const boxOf = (each) => each.getBoundingClientRect();
  const inside = (box, frame, slack) =>
    box.left >= frame.left - slack &&
    box.right <= frame.right + slack &&
    box.top >= frame.top - slack &&
    box.bottom <= frame.bottom + slack;
  const WINDOW = { left: 0, top: 0, right: W, bottom: H };
  /** For ears only: a class of its own, or cut to nothing. */
  const silent = new Map();
  const isSilent = (each) => {
    if (!each || each === document.body) return false;
    if (!silent.has(each)) {
      const cut = each.classList?.contains("heard") || styleOf(each).clipPath === "inset(50%)";
      silent.set(each, cut || isSilent(each.parentElement));
    }
    return silent.get(each);
  };
  const shows = (each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !each.closest("[hidden], [inert], dialog:not([open])") &&
    !isSilent(each);
  const scrolls = (each) => each.closest("[data-scrolls]") !== null;
  const holds = (style) =>
    style.position !== "static" ||
    style.transform !== "none" ||
    style.filter !== "none" ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|filter/.test(style.willChange);
  /** What cuts something off: the nearest ancestor (or itself, for words in it) that lets nothing out. */
  const cutter = (each, box, slack, own = false) => {
    let { position } = styleOf(each);
    for (let at = own ? each : each.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      if (at !== each && position === "fixed" && !/transform|paint|strict|content/.test(style.contain + style.willChange)) continue;
      if (at !== each && position === "absolute" && !holds(style)) continue;
      const frame = boxOf(at);
      const [x, y] = [style.overflowX !== "visible", style.overflowY !== "visible"];
      const wide = x && (box.left < frame.left - slack[0] || box.right > frame.right + slack[0]);
      const high = y && (box.top < frame.top - slack[1] || box.bottom > frame.bottom + slack[1]);
      if (wide || high) return at;
      if (at !== each) position = style.position === "static" ? position : style.position;
      if (at !== each && holds(style) && style.position === "static") position = "static";
    }
    return null;
  };
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const hit = (each) => {
    const at = document.elementFromPoint(...middle(boxOf(each)));
    if (!at) return ["nothing", null];
    const good = each === at || each.contains(at) || at.closest("label")?.control === each;
    return [good ? "" : named(at), at];
  };
  const scaleOf = (each) => {
    let scale = 1;
    for (let at = each; at && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      if (style.transform !== "none") {
        const { a, b, c, d } = new DOMMatrixReadOnly(style.transform);
        scale *= Math.sqrt(Math.abs(a * d - b * c));
      }
      if (style.scale !== "none") scale *= Number.parseFloat(style.scale);
    }
    return scale * (each.currentCSSZoom ?? 1);
  };

  // -- what must not jump --------------------------------------------------------------------------

  const partOf = (name) => root.querySelector(`[data-part="${name}"]`);
  const lines = [...root.querySelectorAll('[data-part="seats"] li')];
  const everybody = lines.filter((each) => !each.parentElement.closest("li"));
  const boxes = {};
  const note = (name, each) => {
    if (!each || !shows(each)) return;
    const { left, top, width, height } = boxOf(each);
    boxes[name] = [left, top, width, height];
  };
  for (const name of ["bar", "say", "stage", "own", "seats"]) note(name, partOf(name));
  everybody.forEach((each, n) => note(`seat ${n}`, each));
  // The bar has two ends: name and tools.
  const tools = root.querySelectorAll('[data-part="bar"] :is(button, a[href])');
  [...tools].forEach((each, n) => note(`tool ${n + 1}`, each));
  if (brief) return { faults, boxes };

  // -- the page ------------------------------------------------------------------------------------

  for (const each of [document.documentElement, document.body]) {
    const [x, y] = [each.scrollWidth - W, each.scrollHeight - H];
    if (x > 0 || y > 0) {
      wrong("document scrolls", `${each.tagName.toLowerCase()} is ${each.scrollWidth}×${each.scrollHeight}`);
      break;
    }
  }
  const rolling = []; // what scrolls and must not: the words in it are not told one by one
  for (const each of root.querySelectorAll("*")) {
    if (scrolls(each) || !shows(each)) continue;
    const { overflowX, overflowY } = styleOf(each);
    const x = /auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1;
    const y = /auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1;
    if (x || y) {
      const sizes = `${each.scrollWidth}×${each.scrollHeight} in ${each.clientWidth}×${each.clientHeight}`;
      wrong("something scrolls", `${named(each)}: ${sizes}`);
      rolling.push(each);
    }
  }

  // -- controls ------------------------------------------------------------------------------------

  const large44 = (box, least) => box.width >= least && box.height >= least;
  const stands = (each) =>
    each && shows(each) && large44(boxOf(each), TAP) && inside(boxOf(each), WINDOW, 1) && hit(each)[0] === "";
  const controls = [...root.querySelectorAll(CONTROLS)].filter(
    (each) => shows(each) && !each.matches(':disabled, [aria-disabled="true"], input[type="hidden"]'),
  );
  for (const each of controls) {
    if (scrolls(each)) continue;
    const box = boxOf(each);
    if (box.width < 1 || box.height < 1) {
      wrong("control without size", named(each));
      continue;
    }
    const by = cutter(each, box, [1, 1]);
    const away = !inside(box, WINDOW, 0.5);
    if (away) wrong("control outside", `${named(each)} ${spot(box)}`);
    else if (by) wrong("control clipped", `${named(each)} ${spot(box)} by ${named(by)} ${spot(boxOf(by))}`);
    const other = each.dataset.else;
    if (other !== undefined) {
      if (!stands(document.getElementById(other)))
        wrong("control small", `${named(each)}: #${other}, that does the same, cannot be tapped`);
      continue;
    }
    const least = "enlarges" in each.dataset ? ENLARGED : TAP;
    if (!large44(box, least)) wrong("control small", `${named(each)} ${round(box.width)}×${round(box.height)}`);
    const [over] = hit(each);
    if (over && !away && !by) wrong("control covered", `${named(each)} ${spot(box)} by ${over}`);
  }

  // -- words that are read -------------------------------------------------------------------------

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const written = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !holder || holder.closest("svg, select, textarea") || !shows(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
    if (!boxes.length) continue;
    written.push({ node, holder, boxes });
    const style = styleOf(holder);
    const size = Number.parseFloat(style.fontSize) * scaleOf(holder);
    const words = `“${short(node.data)}”`;
    if (size < TYPE) wrong("type too small", `${words} in ${named(holder)}: ${size.toFixed(1)} px`);
    if (scrolls(holder) || rolling.some((each) => each.contains(holder))) continue;
    const slack = [1, 1 + 0.2 * size]; // letters have air above and below
    const lost = boxes.find((box) => !inside(box, WINDOW, 1));
    const cut = boxes.map((box) => cutter(holder, box, slack, true)).find(Boolean);
    if (lost) wrong("words outside", `${words} ${spot(lost)}`);
    else if (cut) wrong("words cut", `${words} by ${named(cut)} ${spot(boxOf(cut))}`);
    const control = holder.closest(CONTROLS);
    if (!control || control.matches('ul, [tabindex="0"]:not(button)')) continue;
    const frame = boxOf(control);
    // A letter that stands beside its button on purpose is not too wide for it.
    const beside = (box) => box.left >= frame.right || box.right <= frame.left || box.top >= frame.bottom;
    const over = boxes.find((box) => {
      const wide = box.left < frame.left - 1 || box.right > frame.right + 1;
      return !beside(box) && (wide || box.bottom > frame.bottom + slack[1]);
    });
    if (over) wrong("words wider than their button", `${words} ${spot(over)} in ${spot(frame)}`);
  }

  // Cards may lie on each other; what is written beside them may not. A line is higher than the letters in it.
  const letters = ({ left, right, top, bottom }, size) => {
    const [centre, half] = [(top + bottom) / 2, Math.min(0.35 * size, (bottom - top) / 2)];
    return { left, right, top: centre - half, bottom: centre + half };
  };
  const rows = written
    .filter(({ holder }) => !holder.closest("[data-thing], [data-free], [data-pile]") && !scrolls(holder))
    .flatMap(({ node, holder, boxes }) => {
      const size = Number.parseFloat(styleOf(holder).fontSize) * scaleOf(holder);
      return boxes.map((box) => ({ node, box: letters(box, size) }));
    });
  rows.forEach(({ node, box }, n) => {
    for (const next of rows.slice(n + 1)) {
      if (next.node === node) continue;
      const x = Math.min(box.right, next.box.right) - Math.max(box.left, next.box.left);
      const y = Math.min(box.bottom, next.box.bottom) - Math.max(box.top, next.box.top);
      if (x > 1 && y > 1)
        wrong("words on words", `“${short(node.data)}” ${spot(box)} and “${short(next.node.data)}” ${spot(next.box)}`);
    }
  });

  // What is written on a panel stays on it, and beside the drawings that lie there.
  const painted = (each) => {
    const { backgroundColor, backgroundImage } = styleOf(each);
    return backgroundImage !== "none" || !/transparent|, 0\)$|\/ 0\)$/.test(backgroundColor);
  };
  for (const { node, holder, boxes } of written) {
    if (holder.closest("[data-thing], [data-free], [data-pile]") || scrolls(holder)) continue;
    let panel = holder;
    while (panel !== root && !painted(panel)) panel = panel.parentElement;
    if (panel === root || panel === partOf("stage")) continue;
    const frame = boxOf(panel);
    const size = Number.parseFloat(styleOf(holder).fontSize) * scaleOf(holder);
    const read = boxes.map((box) => letters(box, size));
    const beyond = read.find((box) => !inside(box, frame, 1));
    if (beyond) wrong("words beyond their panel", `“${short(node.data)}” ${spot(beyond)} in ${named(panel)} ${spot(frame)}`);
    // Written within a drawing it belongs to it; half on it, it lost its place.
    for (const drawing of panel.querySelectorAll("img, svg")) {
      const at = boxOf(drawing);
      const scenery = at.width > 0.5 * frame.width;
      if (scenery || !shows(drawing) || drawing.closest("[data-free]")) continue;
      const on = read.some((box) => {
        const x = Math.min(box.right, at.right) - Math.max(box.left, at.left);
        const y = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
        return x > 2 && y > 2 && !inside(box, at, 1);
      });
      if (on) wrong("words on a drawing", `“${short(node.data)}” in ${named(holder)} on the ${named(drawing)} ${spot(at)}`);
    }
  }

  // -- seats and the sentence ----------------------------------------------------------------------

  if (everybody.length < seats) wrong("seat missing", `${everybody.length} of ${seats} seats are there`);
  everybody.forEach((each, n) => {
    const who = `seat ${n}, ${named(each)}`;
    const box = boxOf(each);
    if (!shows(each) || box.width < 1 || box.height < 1) wrong("seat missing", `${who} is not seen`);
    else if (!inside(box, WINDOW, 0.5)) wrong("seat outside", `${who} ${spot(box)}`);
    else {
      const by = cutter(each, box, [1, 1]);
      const [over, at] = hit(each);
      if (by) wrong("seat clipped", `${who} ${spot(box)} by ${named(by)} ${spot(boxOf(by))}`);
      else if (over && !partOf("seats")?.contains(at)) wrong("seat covered", `${who} by ${over}`);
    }
  });
  const say = partOf("say");
  const words = say?.querySelector("strong") ?? say;
  if (!say || !words || !shows(words)) wrong("no sentence", "nobody says what to do");
  else if (!inside(boxOf(say), WINDOW, 0.5)) wrong("sentence outside", spot(boxOf(say)));
  else if (document.elementFromPoint(...middle(boxOf(words))) === null || !say.contains(hit(words)[1]))
    wrong("sentence covered", `by ${hit(words)[0]}`);

  // -- parts ---------------------------------------------------------------------------------------

  const things = [...root.querySelectorAll("[data-thing]")].filter(
    (each) => shows(each) && !scrolls(each) && !each.closest("[data-free]") && boxOf(each).width > 0,
  );
  for (const each of things) {
    if (controls.includes(each)) continue;
    const box = boxOf(each);
    const by = cutter(each, box, [3, 3]);
    if (!inside(box, WINDOW, 3)) wrong("thing outside", `${named(each)} ${spot(box)}`);
    else if (by) wrong("thing clipped", `${named(each)} ${spot(box)} by ${named(by)} ${spot(boxOf(by))}`);
  }
  const drawn = (part) => {
    const kept = (each) => shows(each) && !each.closest("[data-free]") && !scrolls(each);
    const marked = part.querySelectorAll(`[data-thing], img, svg, canvas, ${CONTROLS}`);
    const pieces = [...marked].filter((each) => kept(each) && !each.parentElement.closest("svg"));
    const read = written.filter(({ holder }) => part.contains(holder) && kept(holder));
    return [
      ...pieces.map((each) => [each, boxOf(each)]),
      ...read.flatMap(({ holder, boxes }) => boxes.map((box) => [holder, box])),
    ].filter(([, { width, height }]) => width > 0 && height > 0);
  };
  for (const name of ["stage", "own"]) {
    const part = partOf(name);
    if (!part || !shows(part)) continue;
    const frame = boxOf(part);
    for (const [each, box] of drawn(part))
      if (!inside(box, frame, LIFTED)) wrong(`beyond ${name}`, `${named(each)} ${spot(box)} in ${spot(frame)}`);
  }
  const parts = ["bar", "say", "stage", "own", "seats"].map((name) => [name, partOf(name)]).filter(([, each]) => each);
  parts.forEach(([name, each], n) => {
    for (const [other, next] of parts.slice(n + 1)) {
      if (each.contains(next) || next.contains(each)) continue;
      const [a, b] = [boxOf(each), boxOf(next)];
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 1 && y > 1) wrong("parts overlap", `${name} ${spot(a)} and ${other} ${spot(b)}`);
    }
  });
  for (const each of partOf("own")?.querySelectorAll("[data-thing]") ?? []) {
    const { left, top, width, height } = boxOf(each);
    if (!shows(each) || width < 16 || each.closest("[data-pile]") || each.querySelector("[data-thing]")) continue;
    const over = document.elementFromPoint(left + 0.14 * width, top + 0.1 * height)?.closest("[data-thing]");
    if (over && over !== each && !over.contains(each)) wrong("number covered", `${named(each)} by ${named(over)}`);
  }
  const stage = partOf("stage");
  if (large && stage) {
    const frame = boxOf(stage);
    const whole = ({ width, height }) => width > 0.98 * frame.width && height > 0.98 * frame.height;
    const boxes = drawn(stage).flatMap(([each, box]) => (whole(box) && !each.matches(CONTROLS) ? [] : [box]));
    const span = (low, high) => Math.max(...boxes.map((b) => b[high])) - Math.min(...boxes.map((b) => b[low]));
    const used = boxes.length ? [span("left", "right") / frame.width, span("top", "bottom") / frame.height] : [0, 0];
    if (Math.max(...used) < USED)
      wrong("room unused", `the stage is filled to ${round(100 * used[0])} % across and ${round(100 * used[1])} % down`);
  }

  return { faults, boxes };
};
