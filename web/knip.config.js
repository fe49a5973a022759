// What knip needs to know, to find files, exports and packages that nobody uses.
export default {
  entry: ["icons.mjs", "public/sw.js", "tests/*.test.ts"],
  project: ["**/*.{ts,js,mjs,svelte,css}"],
  ignore: ["src/generated/**"], // the whole protocol, whatever of it the pages use
  ignoreDependencies: ["axe-core"], // read by tests/web/browsing.py
  compilers: { css: (text) => [...text.matchAll(/@(import "[^"]+";)/g)].map((found) => found[1]).join("\n") },
};
