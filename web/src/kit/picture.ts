// A picture of a table as it is seen now: its elements with the page's own styles, in an SVG that is drawn on a canvas.
const SHARP = 2; // pixels of the picture for one of the page
const MOST = 16_000_000; // pixels that a phone's canvas may have
const [LOOKS, SAME, BETWEEN] = [40, 2, 50]; // milliseconds
const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
// Nothing moves in it, and nothing is scrolled.
const STILL =
  "*, *::before, *::after { animation: none !important; transition: none !important; scrollbar-width: none !important; }";
const kept = new Map<string, Promise<string>>();

/** The table without its buttons; `title` stands where they are. An error if the browser does not draw it. */
export async function pictureOf(frame: HTMLElement, title: string): Promise<Blob> {
  const [width, height] = [innerWidth, innerHeight];
  const image = new Image();
  image.src = await dataUrl(new Blob([await drawn(frame, title, width, height)], { type: "image/svg+xml" }));
  await image.decode();
  await settled(image);
  const scale = Math.min(SHARP, Math.sqrt(MOST / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(bottomOf(frame, height) * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, width * scale, height * scale);
  return new Promise((resolve, reject) => {
    canvas.toBlob((found) => (found ? resolve(found) : reject(new Error("no picture"))), "image/png");
  });
}

/** When it looks the same for a while: a browser draws it with other letters until it has read those that are in it. */
async function settled(image: HTMLImageElement): Promise<void> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  let [before, same] = ["", 0];
  for (let look = 0; paper && same < SAME && look < LOOKS; look += 1) {
    if (look) await new Promise((over) => setTimeout(over, BETWEEN));
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0);
    const now = sumOf(paper.getImageData(0, 0, canvas.width, canvas.height).data);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

function sumOf(bytes: Uint8ClampedArray): string {
  let [one, two] = [1, 0];
  for (const each of new Uint32Array(bytes.buffer)) {
    one = (one + each) >>> 0;
    two = (two + one) >>> 0;
  }
  return `${one} ${two}`;
}

/** What is in it, as an address: a page may show this, and a drawing may hold it. */
export function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("unreadable"));
    reader.readAsDataURL(blob);
  });
}

function part(frame: Element, name: string): Element | null {
  return frame.querySelector(`:scope > [data-part="${name}"]`);
}

/** The foot, if it is below the table. */
function below(frame: Element): DOMRect | undefined {
  const foot = part(frame, "foot")?.getBoundingClientRect();
  const stage = part(frame, "stage")?.getBoundingClientRect();
  return foot && stage && foot.top >= stage.top ? foot : undefined;
}

/** A foot below the table is not in the picture. */
function bottomOf(frame: HTMLElement, height: number): number {
  return below(frame)?.top ?? height;
}

/** The same page, in an SVG of the same size: so that it is laid out as it is. */
async function drawn(frame: HTMLElement, title: string, width: number, height: number): Promise<string> {
  const root = document.documentElement;
  const svg = document.createElementNS(SVG, "svg");
  const html = document.createElementNS(HTML, "html");
  const body = document.createElementNS(HTML, "body");
  const outside = document.createElementNS(SVG, "foreignObject");
  const style = document.createElementNS(HTML, "style");
  for (const each of [svg, html]) for (const { name, value } of root.attributes) each.setAttribute(name, value);
  for (const each of [svg, outside]) {
    each.setAttribute("width", String(width));
    each.setAttribute("height", String(height));
  }
  svg.style.fontSize = getComputedStyle(root).fontSize;
  style.textContent = (await sheets()) + STILL;
  const sheet = document.getElementById("tablee-art");
  const table = await copied(frame);
  table.append(headed(frame, title));
  body.append(...(sheet ? [sheet.cloneNode(true)] : []), table);
  html.append(body);
  outside.append(html);
  svg.append(style, outside);
  return new XMLSerializer().serializeToString(svg);
}

/** Without what is for hands: buttons at the head, and the foot. */
async function copied(frame: HTMLElement): Promise<HTMLElement> {
  const table = frame.cloneNode(true) as HTMLElement;
  const [from, to] = [frame, table].map((each) => [...each.querySelectorAll<HTMLElement>("*")]);
  const waits: Promise<void>[] = [];
  from?.forEach((each, i) => {
    const copy = to?.[i];
    if (!copy) return;
    const first = each.scrollTop > 0 && copy.firstElementChild;
    if (first) (first as HTMLElement).style.marginTop = `${-each.scrollTop}px`;
    if (each instanceof HTMLImageElement && !each.src.startsWith("data:")) {
      waits.push(fetched(each.src).then((src) => copy.setAttribute("src", src)));
    }
  });
  await Promise.all(waits);
  for (const each of table.querySelectorAll<HTMLElement>(":scope > .tools, :scope > footer")) {
    each.style.visibility = "hidden";
  }
  return table;
}

/** The title, where the buttons are; with the foot where that is at the head. */
function headed(frame: HTMLElement, title: string): HTMLElement {
  const boxes = [frame.querySelector(":scope > .tools"), below(frame) ? null : part(frame, "foot")]
    .flatMap((each) => (each ? [each.getBoundingClientRect()] : []))
    .filter(({ width }) => width > 0);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const line = document.createElementNS(HTML, "p");
  line.textContent = title;
  Object.assign(line.style, {
    position: "absolute",
    left: `${left}px`,
    top: `${top}px`,
    width: `${Math.max(...boxes.map((box) => box.right)) - left}px`,
    height: `${Math.max(...boxes.map((box) => box.bottom)) - top}px`,
    margin: "0",
    display: "grid",
    alignItems: "center",
    justifyItems: "end",
    textAlign: "right",
    textWrap: "balance",
    font: "800 1.0625rem/1.15 var(--display)",
    color: "var(--world-text, var(--text))",
  });
  return line;
}

/** All styles of the page, with their letters in them: a drawing may ask for nothing. As they were written: what a browser
    tells of a rule lacks what it cannot say in short. */
async function sheets(): Promise<string> {
  const found = await Promise.all(
    [...document.styleSheets].map(async ({ href, ownerNode }) => {
      const text = href ? await (await fetch(href)).text() : (ownerNode?.textContent ?? "");
      const faces = await Promise.all([...text.matchAll(FACE)].map(([face]) => lettered(face, href ?? location.href)));
      return faces.join("\n") + text.replace(FACE, "");
    }),
  );
  return found.join("\n");
}

const FACE = /@font-face\s*\{[^}]*\}/g;

async function lettered(face: string, base: string): Promise<string> {
  const source = /url\(["']?([^"')]+)/.exec(face)?.[1];
  return source ? face.replace(/src:[^;}]+/, `src:url("${await fetched(new URL(source, base).href)}")`) : face;
}

/** What does not change: letters and drawings. */
function fetched(url: string): Promise<string> {
  const known = kept.get(url);
  if (known) return known;
  const asked = fetch(url)
    .then((answer) => answer.blob())
    .then(dataUrl);
  asked.catch(() => kept.delete(url));
  kept.set(url, asked);
  return asked;
}
