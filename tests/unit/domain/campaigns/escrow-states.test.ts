import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CAMPAIGN_STATUSES } from "../../../../server/src/contract/enums.ts";
import {
  escrowStatusOf,
  MOVES,
  TRANSITIONS,
} from "../../../../server/src/domain/campaigns/escrow-states.ts";
import { TRANSITIONS as CAMPAIGN } from "../../../../server/src/domain/campaigns/states.ts";

interface Book {
  readonly escrow: bigint;
  readonly spent: bigint;
}

const least = (left: bigint, right: bigint) => (left < right ? left : right);
const MOVE: Readonly<Record<keyof typeof MOVES, (book: Book, amount: bigint) => Book>> = {
  hold: (book, amount) => ({ ...book, escrow: book.escrow + amount }),
  settle: ({ escrow, spent }, amount) => {
    const part = least(escrow, amount);
    return { escrow: escrow - part, spent: spent + part };
  },
  release: (book) => ({ ...book, escrow: 0n }),
};

describe("an escrow", () => {
  test("goes only where its table leads, whatever is added, settled and released", () => {
    const amount = fc.bigInt({ min: 1n, max: 100n });
    const move = fc.tuple(fc.constantFrom("hold" as const, "settle" as const), amount);
    fc.assert(
      fc.property(amount, fc.array(move), (funded, moves) => {
        let book: Book = { escrow: funded, spent: 0n };
        for (const [kind, size] of [...moves, ["release" as const, 0n] as const]) {
          const before = escrowStatusOf(book);
          book = MOVE[kind](book, size);
          const after = escrowStatusOf(book);
          if (after !== before) expect(TRANSITIONS[before]).toContain(after);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("is settled or refunded exactly when nothing is left of it", () => {
    expect(escrowStatusOf({ escrow: 1n, spent: 0n })).toBe("held");
    expect(escrowStatusOf({ escrow: 1n, spent: 1n })).toBe("partially_settled");
    expect(escrowStatusOf({ escrow: 0n, spent: 1n })).toBe("settled");
    expect(escrowStatusOf({ escrow: 0n, spent: 0n })).toBe("refunded");
  });

  test("takes nothing and gives nothing back once its campaign is over", () => {
    const over = CAMPAIGN_STATUSES.filter((status) => CAMPAIGN[status].length === 0);
    expect(over).toEqual(["canceled", "completed", "rejected"]);
    for (const states of Object.values(MOVES)) {
      for (const status of states) expect(over).not.toContain(status);
    }
  });
});
