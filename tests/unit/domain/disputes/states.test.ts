import { describe, expect, test } from "vitest";
import { DISPUTE_STATUSES } from "../../../../server/src/contract/resources/wallet.ts";
import {
  sourcesOf,
  TRANSITIONS,
  validActionsOf,
} from "../../../../server/src/domain/disputes/decide.ts";

describe("a dispute's states", () => {
  test("follow each other as the operator may decide, and money taken back is final", () => {
    const found = DISPUTE_STATUSES.flatMap((from) =>
      TRANSITIONS[from].map((to) => `${from}>${to}`),
    );
    expect(found).toEqual(["open>released", "open>reversed", "released>open"]);
  });

  test("the guard of a transition names exactly the states of the table", () => {
    for (const to of DISPUTE_STATUSES) {
      expect(sourcesOf(to)).toEqual(
        DISPUTE_STATUSES.filter((from) => TRANSITIONS[from].includes(to)),
      );
    }
  });

  test("what is called valid is a command of the operator", () => {
    expect(validActionsOf("open")).toEqual(["earnings release", "earnings reverse"]);
    expect(validActionsOf("released")).toEqual(["earnings hold"]);
    expect(validActionsOf("reversed")).toEqual([]);
  });
});
