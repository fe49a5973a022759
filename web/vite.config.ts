// How the pages are built: into src/tablee/server/static, from where the server serves them.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tablee/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // no data: URLs, so that the content security policy stays short
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8642", "/ws": { target: "ws://127.0.0.1:8642", ws: true } } },
});
