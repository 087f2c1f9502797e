import { describe, expect, test } from "vitest";
import { CASHOUT_STATUSES } from "../../../../server/src/contract/resources/wallet.ts";
import {
  isOpen,
  mayGo,
  sourcesOf,
  TRANSITIONS,
  validActionsOf,
} from "../../../../server/src/domain/cashout/move.ts";
import { CATALOGUE } from "../../../../server/src/tools/catalogue.ts";

describe("a cashout's states", () => {
  test("follow each other as the contract says, and in no other way", () => {
    const found = CASHOUT_STATUSES.flatMap((from) =>
      TRANSITIONS[from].map((to) => `${from}>${to}`),
    );
    expect(found.toSorted()).toEqual(
      [
        "requested>approved",
        "approved>submitted",
        "submitted>in_progress",
        "in_progress>completed",
        "requested>rejected",
        "requested>canceled",
        "approved>rejected",
        "approved>canceled",
        "submitted>unknown",
        "unknown>in_progress",
        "unknown>failed",
        // A payout that the provider gave up after taking it: asked about, then failed.
        "in_progress>unknown",
      ].toSorted(),
    );
  });

  test("never lead back to where a payment would be made a second time", () => {
    const reachableFrom = (state: (typeof CASHOUT_STATUSES)[number]): Set<string> => {
      const seen = new Set<string>();
      const open = [...TRANSITIONS[state]];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(...TRANSITIONS[next]);
      }
      return seen;
    };
    for (const state of ["submitted", "unknown", "in_progress"] as const) {
      expect(reachableFrom(state)).not.toContain("submitted");
      expect(reachableFrom(state)).not.toContain("approved");
    }
  });

  test("can be canceled as long as the provider does not know of them", () => {
    expect(sourcesOf("canceled")).toEqual(["requested", "approved"]);
    for (const status of CASHOUT_STATUSES) {
      expect(validActionsOf(status).includes("cancel_cashout")).toBe(mayGo(status, "canceled"));
    }
  });

  test("name only actions that are tools", () => {
    const names = CATALOGUE.map(({ name }) => name);
    for (const status of CASHOUT_STATUSES) {
      for (const action of validActionsOf(status)) expect(names).toContain(action);
    }
  });

  test("are final when nothing follows", () => {
    expect(CASHOUT_STATUSES.filter((status) => !isOpen(status))).toEqual([
      "completed",
      "rejected",
      "canceled",
      "failed",
    ]);
  });
});
