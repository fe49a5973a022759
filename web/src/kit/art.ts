// Drawings: most are images, which cost the page one element each however much there is in them. Those that take
// their colours from the page are put into it once, as symbols, and used as often as needed.
const SHEET = "tablee-art";
const OUTER = /^[\s\S]*?<svg([^>]*)>([\s\S]*)<\/svg>\s*$/;
const OF_THE_PAGE = /currentColor|var\(/;
const known = new Map<string, [number, number]>();
const images = new Map<string, string>();

/** Add a game's drawings to the page; `prefix` keeps names of different games apart. */
export function addArt(prefix: string, drawings: Record<string, string>): void {
  let sheet = document.getElementById(SHEET);
  if (!sheet) {
    sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg") as unknown as HTMLElement;
    sheet.id = SHEET;
    sheet.setAttribute("aria-hidden", "true");
    sheet.setAttribute("width", "0");
    sheet.setAttribute("height", "0");
    // Not display:none: clips and gradients of a hidden sheet would not be drawn.
    sheet.style.position = "absolute";
    document.body.prepend(sheet);
  }
  let made = "";
  for (const [name, raw] of Object.entries(drawings)) {
    const id = `${prefix}-${name}`;
    const found = OUTER.exec(raw);
    if (!found || known.has(id)) continue;
    const [, head = "", inner = ""] = found;
    const box = /viewBox="([^"]+)"/.exec(head)?.[1] ?? "0 0 96 96";
    const [, , wide = 96, high = 96] = box.split(/[\s,]+/).map(Number);
    known.set(id, [wide, high]);
    if (!OF_THE_PAGE.test(raw)) {
      images.set(id, `data:image/svg+xml,${encodeURIComponent(raw)}`);
      continue;
    }
    // Titles come from the texts of the page, not from the drawing; ids are this drawing's own.
    const own = inner
      .replace(/<title>[\s\S]*?<\/title>/g, "")
      .replace(/\bid="([^"]+)"/g, `id="${id}--$1"`)
      .replace(/url\(#([^)]+)\)/g, `url(#${id}--$1)`)
      .replace(/href="#([^"]+)"/g, `href="#${id}--$1"`);
    // How the whole drawing is painted (fill="none", round joins) stays with it.
    const paint = head.match(/\b(?:fill|stroke[\w-]*)="[^"]*"/g)?.join(" ") ?? "";
    made += `<symbol id="${id}" viewBox="${box}" ${paint}>${own}</symbol>`;
  }
  sheet.insertAdjacentHTML("beforeend", made);
}

/** Where an image finds a drawing; undefined for a symbol. */
export function imageOf(id: string): string | undefined {
  return images.get(id);
}

/** Width and height of a drawing, in its own units. */
export function sizeOf(id: string): [number, number] {
  return known.get(id) ?? [96, 96];
}

/** The drawings of a folder, by their file names: give it `import.meta.glob("./art/*.svg", …)`. */
export function byName(files: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, raw]) => [path.replace(/^.*\//, "").replace(/\.svg$/, ""), raw as string]),
  );
}
