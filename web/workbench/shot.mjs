// Takes pictures of pages: node workbench/shot.mjs OUT.png URL [WIDTHxHEIGHT] [more OUT URL SIZE …]
import { chromium } from "playwright";

const [...asked] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
while (asked.length) {
  const [out, url, size = "1440x900"] = asked.splice(0, 3);
  const [width, height] = size.split("x").map(Number);
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
  page.on("console", (said) => ["error", "warning"].includes(said.type()) && console.log(url, said.text()));
  page.on("pageerror", (error) => console.log(url, error.message));
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(400);
  await page.screenshot({ path: out });
  await page.close();
}
await browser.close();
