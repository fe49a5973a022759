// Drawings: an image shows only what is in it, and knows no fonts.
import { expect, it } from "vitest";

const drawings = import.meta.glob<string>("../src/**/*.svg", { query: "?raw", import: "default", eager: true });

it("every drawing is whole: letters are outlines (outline.py), nothing is fetched from elsewhere", () => {
  const broken = Object.entries(drawings).filter(([, drawing]) => /<text|href="(?!#)/.test(drawing));
  expect(broken.map(([path]) => path)).toEqual([]);
  expect(Object.keys(drawings).length).toBeGreaterThan(200);
});
