// How the pages are built: into src/tablee/server/static, from where the server serves them. And how
// `make dev` serves them, as they are edited, before the server that it names in TABLEE_DEV_SERVER.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

const { TABLEE_DEV_SERVER: target = "" } = loadEnv("", ".", "TABLEE_DEV_");

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tablee/server/static",
    emptyOutDir: true,
    license: { fileName: "licences.json" },
    target: "es2022",
    assetsInlineLimit: 0, // no data: URLs, so that the content security policy stays short
    modulePreload: { polyfill: false },
  },
  // Host stays what the browser said, so that the server finds it and the origin to be the same.
  server: { proxy: { "^/(api|ws|healthz|metrics)\\b": { target, ws: true, changeOrigin: false } } },
});
