import { expect, test } from "vitest";
import { createMcpSurfaces } from "../../../server/src/render/mcp-schema.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { schemasOf } from "../../../server/src/tools/schemas.ts";

const surfaces = createMcpSurfaces("https://ads.example.com");
const sizeOf = (list: object) => Buffer.byteLength(JSON.stringify(list));

/** **Units** bytes of `tools/list`, of which every reader's context holds a copy. */
const LIMITS = { "": 65_536, "/sell": 49_152, "/buy": 49_152, "/feed": 6_144 };

test("the lists of tools stay within what a model's context can spare", () => {
  const sizes = Object.fromEntries(surfaces.map(({ path, toolList }) => [path, sizeOf(toolList)]));
  process.stdout.write(`tools/list, bytes: ${JSON.stringify(sizes)}\n`);
  for (const [path, limit] of Object.entries(LIMITS)) {
    expect(sizes[path], `/mcp${path}`).toBeLessThanOrEqual(limit);
  }
});

/** Every schema inside a schema, itself included. */
function nodesOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}

const listed = surfaces.flatMap(({ toolList }) => toolList.tools);

test("no listed schema refers elsewhere or has a list of types", () => {
  for (const { name, inputSchema, outputSchema } of listed) {
    for (const node of [...nodesOf(inputSchema), ...nodesOf(outputSchema)]) {
      expect(Object.keys(node), name).not.toContain("$ref");
      expect(Object.keys(node), name).not.toContain("$defs");
      expect("type" in node && Array.isArray(node.type), name).toBe(false);
    }
  }
});

test("a listed answer demands nothing, so that errors and later fields pass as well", () => {
  for (const { name, outputSchema } of listed) {
    for (const node of nodesOf(outputSchema)) {
      if ("properties" in node) expect(node, name).not.toHaveProperty("required");
      expect(node, name).not.toHaveProperty("additionalProperties");
    }
  }
});

test("arguments keep their names, their closed lists and what is required", () => {
  for (const { name, inputSchema } of listed) {
    const tool = CATALOGUE.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`${name} is listed and not in the catalogue`);
    const full = schemasOf(tool).input;
    expect(Object.keys(Object(inputSchema.properties)), name).toEqual(
      Object.keys(tool.input.shape),
    );
    expect(inputSchema.required, name).toEqual(full.required);
    for (const [field, schema] of Object.entries(Object(full.properties))) {
      const shown = Object(inputSchema.properties)[field];
      expect(shown.enum, `${name} ${field}`).toEqual(Object(schema).enum);
    }
  }
});
