// What ESLint holds: real faults, and which folder may import which.
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** These files import from their own folder and from these others; `games$` is the list of faces alone. */
function only(files, others) {
  const message = `A file here imports from its own folder and from: ${others.join(", ")} (see docs/web.md).`;
  const regex = `^(\\.\\./)+(?!\\.\\./|${others.map((each) => (each.endsWith("$") ? each : `${each}/`)).join("|")})`;
  return { files: [`src/${files}`], rules: { "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] } };
}

export default defineConfig(
  { ignores: ["src/generated"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: { "no-undef": "off" }, // svelte-check knows better, names of types too
  },
  {
    // With types; but not in components, each a TypeScript program of its own: that takes a minute.
    files: ["**/*.ts"],
    extends: [ts.configs.strictTypeCheckedOnly],
    languageOptions: { parserOptions: { project: "tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }], // `() => go()` is short
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unnecessary-type-parameters": "off", // kept<T>() says what was kept
    },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
      "@typescript-eslint/no-non-null-assertion": "off", // every index may be undefined (tsconfig): `!` says that it is not
      "svelte/button-has-type": "error", // in a form, the others send it
      "svelte/prefer-svelte-reactivity": "off", // our Maps are counted in, not watched
      "svelte/require-store-reactive-access": "off", // slow, and there are no stores here
    },
  },
  { files: ["src/**", "tests/**"], languageOptions: { globals: globals.browser } },
  { files: ["public/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["*.mjs", "*.js"], languageOptions: { globals: globals.node } },

  // A file's folder says who may import it. What is loaded later is App's and games/index's to say.
  {
    files: ["src/**"],
    ignores: ["src/App.svelte", "src/games/index.ts"],
    rules: {
      "no-restricted-syntax": ["error", { selector: "ImportExpression", message: "App and games/ load parts." }],
    },
  },
  only("net/**", ["lib", "generated"]),
  only("kit/**", ["lib", "net", "generated"]),
  only("lib/**", ["kit", "net", "generated", "words"]),
  only("lib/load.ts", ["kit", "net", "generated", "words", "games$"]),
  only("pages/**", ["kit", "lib", "net", "generated", "games$"]),
  only("games/index.ts", ["kit"]),
  only("games/*/**", ["kit", "lib", "generated"]),
);
