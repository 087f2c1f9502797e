import { expect, test } from "vitest";
import { z } from "zod";
import { fieldRows, kindOf } from "../../../server/src/render/fields.ts";
import { withRefs } from "../../../server/src/render/openapi-components.ts";

const rowsOf = (schema: z.ZodType) => fieldRows(z.toJSONSchema(schema, { io: "input" }));
const kind = (schema: z.ZodType) => kindOf(z.toJSONSchema(schema, { io: "input" }));

test("types and limits are said in words", () => {
  expect(kind(z.string())).toBe("string");
  expect(kind(z.string().min(1).max(40))).toBe("string, 1 to 40 characters");
  expect(kind(z.number().min(0.000001).max(1_000_000))).toBe("number, 0.000001 to 1,000,000");
  expect(kind(z.number().max(5))).toBe("number, at most 5");
  expect(kind(z.number().min(5))).toBe("number, at least 5");
  expect(kind(z.boolean())).toBe("true or false");
  expect(kind(z.enum(["a", "b"]))).toBe("one of `a`, `b`");
  expect(kind(z.array(z.string().max(3)).max(2))).toBe(
    "list of (string, at most 3 characters), at most 2",
  );
  expect(kind(z.union([z.string(), z.null()]))).toBe("string or null");
  expect(kind(z.iso.datetime())).toBe("time");
  expect(kind(z.string().regex(/^cmp_[0-7]{26}$/))).toBe("id `cmp_…`");
});

test("a row says whether a field must be there, its default and what it means", () => {
  const schema = z.object({ a: z.string().describe("What it is."), b: z.number().default(3) });
  expect(rowsOf(schema)).toEqual([
    { path: "a", isRequired: true, kind: "string", defaultText: "", meaning: "What it is." },
    { path: "b", isRequired: false, kind: "number", defaultText: "3", meaning: "" },
  ]);
});

test("nested fields follow their parent, also inside lists", () => {
  const schema = z.object({
    a: z.object({ b: z.string() }),
    c: z.array(z.object({ d: z.string() })),
  });
  expect(rowsOf(schema).map((row) => row.path)).toEqual(["a", "a.b", "c", "c[].d"]);
});

test("a field of only some variants says of which", () => {
  const variant = z.discriminatedUnion("type", [
    z.object({ type: z.literal("x"), a: z.string() }),
    z.object({ type: z.literal("y"), a: z.string(), b: z.string().describe("Why.") }),
  ]);
  const rows = rowsOf(z.object({ list: z.array(variant) }));
  expect(rows.map(({ path, meaning }) => [path, meaning])).toEqual([
    ["list", ""],
    ["list[].type", ""],
    ["list[].a", ""],
    ["list[].b", "Only with type y. Why."],
  ]);
  expect(rows[1]?.kind).toBe("one of `x`, `y`");
});

test("an embedded schema refers to no definition of its own", () => {
  const schema = { ...z.toJSONSchema(z.object({ a: z.record(z.string(), z.json()) })) };
  expect(JSON.stringify(schema)).toContain("#/$defs/");
  expect(JSON.stringify(withRefs(schema))).not.toContain("$defs");
  expect(JSON.stringify(withRefs(schema))).toContain("#/components/schemas/JsonValue");
});
