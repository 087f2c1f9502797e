import { expect, test } from "vitest";
import { z } from "zod";
import { fieldsOf, itemsOf } from "../../../server/src/render/fields.ts";
import { CATALOGUE, findTool } from "../../../server/src/tools/catalogue.ts";
import { type SchemaNode, schemasOf } from "../../../server/src/tools/schemas.ts";

const WORDS_MIN = 40;
const WORDS_MAX = 120;

test.each(CATALOGUE)("$name says in 40 to 120 words what it does and what comes next", (tool) => {
  const { description, name } = tool;
  const words = description.split(/\s+/).length;
  expect(words).toBeGreaterThanOrEqual(WORDS_MIN);
  expect(words).toBeLessThanOrEqual(WORDS_MAX);
  expect(description).toMatch(/^[A-Z].*[.]$/s);
  // Where else to turn: at least one other tool is named.
  const named = [...description.matchAll(/\b[a-z]+(?:_[a-z]+)+\b|\bwhoami\b|\bwallet\b/g)];
  const others = named.map(([word]) => word).filter((word) => word !== name && findTool(word));
  expect(others).not.toEqual([]);
});

test("every tool that comes next exists", () => {
  for (const { name, nextTools } of CATALOGUE) {
    expect(nextTools?.length, name).toBeGreaterThan(0);
    for (const next of nextTools ?? []) expect(findTool(next), `${name}: ${next}`).toBeDefined();
  }
});

function undescribed(schema: SchemaNode, path = ""): string[] {
  const own = fieldsOf(schema).flatMap(([name, field]) => [
    ...(field.description === undefined ? [`${path}${name}`] : []),
    ...undescribed(field, `${path}${name}.`),
  ]);
  const inside = [itemsOf(schema), ...(schema.oneOf ?? [])].filter((one) => one !== undefined);
  return [...own, ...inside.flatMap((one) => undescribed(one, path))];
}

test("every argument of every tool is described", () => {
  const missing = CATALOGUE.flatMap((tool) =>
    undescribed(schemasOf(tool).input).map((path) => `${tool.name} ${path}`),
  );
  expect(missing).toEqual([]);
  const bare = z.toJSONSchema(z.object({ list: z.array(z.object({ a: z.string() })) }));
  expect(undescribed(bare)).toEqual(["list", "list.a"]);
});

test("a shorter way to book says first that it is create_campaign", () => {
  for (const name of ["buy_placement", "buy_campaign"]) {
    const [first] = findTool(name)?.description.split(/[.:] /) ?? [];
    expect(first, name).toContain("create_campaign");
  }
});
