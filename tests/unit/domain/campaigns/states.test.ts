import { describe, expect, test } from "vitest";
import { CAMPAIGN_STATUSES } from "../../../../server/src/contract/enums.ts";
import {
  mayGo,
  TRANSITIONS,
  validActionsOf,
} from "../../../../server/src/domain/campaigns/states.ts";
import { CATALOGUE } from "../../../../server/src/tools/catalogue.ts";

describe("a campaign's states", () => {
  test("follow each other as the contract says, and in no other way", () => {
    const allowed = [
      "pending_review>pending_start",
      "pending_review>active",
      "pending_review>rejected",
      "pending_start>active",
      "active>paused",
      "paused>active",
      "pending_start>paused",
      "paused>pending_start",
      "active>exhausted",
      "exhausted>active",
      ...["pending_review", "pending_start", "active", "paused", "exhausted"].map(
        (from) => `${from}>refunding`,
      ),
      ...["pending_start", "active", "paused", "exhausted"].map((from) => `${from}>completing`),
      "refunding>canceled",
      "completing>completed",
    ];
    const found = CAMPAIGN_STATUSES.flatMap((from) =>
      CAMPAIGN_STATUSES.filter((to) => mayGo(from, to)).map((to) => `${from}>${to}`),
    );
    expect(found.toSorted()).toEqual(allowed.toSorted());
  });

  test.each(["canceled", "completed", "rejected"] as const)("%s is final", (status) => {
    expect(TRANSITIONS[status]).toEqual([]);
  });

  test("every action that is called valid is a tool that exists", () => {
    const names = CATALOGUE.map(({ name }) => name);
    for (const status of CAMPAIGN_STATUSES) {
      for (const action of validActionsOf(status)) expect(names).toContain(action);
    }
  });

  test("no caller can change what another is told", () => {
    validActionsOf("active").push("made_up");
    expect(validActionsOf("active")).not.toContain("made_up");
  });
});
