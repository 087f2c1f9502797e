import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../server/src/contract/define-tool.ts";
import { ExchangeError } from "../../../server/src/contract/errors.ts";

const facts = {
  name: "try_it",
  title: "Try it",
  description: "For tests.",
  access: "public",
  effect: "write",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: {},
  nextTools: [],
  output: z.object({ seen: z.unknown() }),
} as const;

const tool = defineTool({
  ...facts,
  rateClass: "write",
  input: {
    name: z.string().max(5),
    nested: z.strictObject({ "a/b": z.number().optional() }).optional(),
  },
  run: async (_ctx: null, input) => ({ seen: input }),
});

const refusal = (raw: unknown): ExchangeError => {
  try {
    tool.prepare(raw);
  } catch (error) {
    if (error instanceof ExchangeError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
};

describe("a tool's arguments", () => {
  test("are parsed before the tool runs", async () => {
    expect(await tool.prepare({ name: "abc" }).run(null)).toEqual({ seen: { name: "abc" } });
  });

  test("name every unknown field by its pointer", () => {
    const { code, options } = refusal({ name: "abc", x: 1, y: 2 });
    expect(code).toBe("invalid_arguments");
    expect(options.issues?.map(({ pointer }) => pointer)).toEqual(["/arguments/x", "/arguments/y"]);
    expect(options.field).toBe("/arguments/x");
    expect(options.nextTools).toEqual(["try_it"]);
  });

  test("escape the pointer as RFC 6901 asks", () => {
    const { options } = refusal({ name: "abc", nested: { "a/b": "no" } });
    expect(options.field).toBe("/arguments/nested/a~1b");
  });

  test.each([[[]], ["text"], [5], [null]])("%j are no arguments", (raw) => {
    expect(refusal(raw).options.field).toBe("/arguments");
  });

  test("name at most ten issues", () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, n]));
    expect(refusal({ name: "a", ...wrong }).options.issues).toHaveLength(10);
  });
});

describe("the idempotency key", () => {
  test("is taken out of the arguments, so that it is no part of what is compared", () => {
    const prepared = tool.prepare({ name: "abc", idempotencyKey: "k" });
    expect(prepared).toMatchObject({ idempotencyKey: "k", arguments: { name: "abc" } });
    expect(prepared.arguments).not.toHaveProperty("idempotencyKey");
  });

  test.each(["", "k".repeat(256), 5, null])("%j is none", (idempotencyKey) => {
    expect(refusal({ name: "abc", idempotencyKey }).options.field).toBe(
      "/arguments/idempotencyKey",
    );
  });

  test("is unknown to tools that only read, and to registering", () => {
    const input = {};
    const run = async () => ({ seen: null });
    const reading = defineTool({ ...facts, effect: "read", rateClass: "read", input, run });
    const registering = defineTool({ ...facts, rateClass: "register", input, run });
    for (const other of [reading, registering]) {
      expect(other.takesIdempotencyKey).toBe(false);
      expect(() => other.prepare({ idempotencyKey: "k" })).toThrow(ExchangeError);
    }
  });
});
