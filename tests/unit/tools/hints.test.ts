import { describe, expect, test } from "vitest";
import { ADVICE, SAME_TOOL } from "../../../server/src/contract/advice.ts";
import { ERRORS } from "../../../server/src/contract/errors.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const names = CATALOGUE.map(({ name }) => name);

describe("no hint leads nowhere", () => {
  test.each(CATALOGUE.map((tool) => [tool.name, tool] as const))("after %s", (name, tool) => {
    const next = tool.nextTools ?? [];
    expect(next.length).toBeGreaterThan(0);
    expect(next.filter((one) => !names.includes(one))).toEqual([]);
    expect(next).not.toContain(name);
  });

  /** For every role that may call a tool, something that it may call comes next. */
  test.each(CATALOGUE.map((tool) => [tool.name, tool] as const))(
    "whoever may call %s may call what comes next",
    (_name, tool) => {
      const { access } = tool;
      const roles = access === "public" || access === "any" ? ["publisher", "advertiser"] : access;
      for (const role of roles) {
        const open = (tool.nextTools ?? []).filter((next) => {
          const found = CATALOGUE.find((one) => one.name === next);
          const may: readonly string[] =
            found === undefined || typeof found.access === "string" ? [role] : found.access;
          return may.includes(role);
        });
        expect(open, role).not.toEqual([]);
      }
    },
  );

  test("nothing that ends or pauses something is the first to come next", () => {
    const ending = ["update_campaign", "update_placement", "request_refund", "cancel_cashout"];
    const first = CATALOGUE.flatMap(({ nextTools }) => nextTools?.[0] ?? []);
    expect(first.filter((name) => [...ending, "delete_postback"].includes(name))).toEqual([]);
  });

  test("every error code has advice, and its tools exist", () => {
    expect(Object.keys(ADVICE).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const { suggestion, nextTools } of Object.values(ADVICE)) {
      expect(suggestion).toMatch(/^[A-Z`].*\.$/);
      expect(nextTools.length).toBeGreaterThan(0);
      expect(nextTools.filter((one) => one !== SAME_TOOL && !names.includes(one))).toEqual([]);
    }
  });
});
