// How the pages' parts are tested: what only computes in Node, components in a real browser.
import { existsSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const chromium = known.find((path) => existsSync(path));
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [svelte()],
        test: { name: "node", include: ["tests/*.test.ts"], exclude: ["tests/*.browser.test.ts"] },
      },
      {
        plugins: [svelte()],
        test: {
          name: "browser",
          include: ["tests/*.browser.test.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args },
              contextOptions: { locale: "en-GB" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
