import { describe, expect, test } from "vitest";
import { TRANSITIONS, validActionsOf } from "../../../../server/src/domain/checkout/queries.ts";
import { CATALOGUE } from "../../../../server/src/tools/catalogue.ts";

const STATUSES = ["open", "paid", "expired", "reversed"] as const;

describe("an order's states", () => {
  test("follow each other as the contract says; what was paid late is paid all the same", () => {
    const found = STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => `${from}>${to}`));
    expect(found).toEqual([
      "open>paid",
      "open>expired",
      "paid>reversed",
      "expired>paid",
      "reversed>paid",
    ]);
  });

  test("every action that is called valid is a tool that exists", () => {
    const names = CATALOGUE.map(({ name }) => name);
    for (const status of STATUSES) {
      for (const action of validActionsOf(status)) expect(names).toContain(action);
    }
  });
});
