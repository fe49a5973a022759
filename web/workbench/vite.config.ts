// The workbench: one board at a time on recorded games, without a server (run from web/).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({ root: "workbench", plugins: [svelte({ configFile: "../svelte.config.js" })] });
