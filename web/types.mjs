// Makes the types of the protocol: node types.mjs SCHEMA TARGET
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

// The compiler knows pairs as they were written before 2020.
function older(schema) {
  if (Array.isArray(schema)) return schema.map(older);
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.$ref) return { $ref: schema.$ref }; // with a default beside it, it would be another type
  const found = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, older(value)]));
  if (Array.isArray(found.prefixItems)) {
    found.items = found.prefixItems;
    delete found.prefixItems;
  }
  return found;
}

const [source, target] = process.argv.slice(2);
const { $defs, description } = older(JSON.parse(await readFile(source, "utf-8")));
const parts = { asked: "Asked", answer: "Answer", http: "Http", fault: "Fault", games: "Games" };
const properties = Object.fromEntries(Object.entries(parts).map(([key, name]) => [key, { $ref: `#/$defs/${name}` }]));
const root = { title: "Protocol", description, type: "object", properties, required: Object.keys(parts), $defs };
const types = await compile(root, root.title, {
  additionalProperties: false,
  bannerComment: "// Made from docs/protocol.schema.json by “make types”: change that, not this.",
  maxItems: 2,
  style: { printWidth: 104 },
});
await writeFile(target, types);
