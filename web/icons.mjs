// Makes the app's icons as pixels, from public/icon.svg: node icons.mjs
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright";

const drawing = await readFile("public/icon.svg", "utf-8");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
// A maskable icon may be cut to any shape: the drawing stands in its middle, on a ground of its colour.
const wanted = [
  ["icon-192.png", 192, 1, "transparent"],
  ["icon-512.png", 512, 1, "transparent"],
  ["icon-maskable-512.png", 512, 0.78, "#ffcf4a"],
];
for (const [name, size, scale, ground] of wanted) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * scale);
  const style = `body{margin:0;height:${size}px;display:grid;place-items:center;background:${ground}}svg{width:${side}px}`;
  await page.setContent(`<style>${style}</style>${drawing}`);
  await writeFile(`public/${name}`, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
