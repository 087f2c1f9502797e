import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAMPAIGN_STATUSES, type CampaignStatus } from "../../../../server/src/contract/enums.ts";
import { TRANSITIONS as ESCROW } from "../../../../server/src/domain/campaigns/escrow-states.ts";
import { TRANSITIONS, validActionsOf } from "../../../../server/src/domain/campaigns/states.ts";
import { expectCleanLedger } from "../../tools/books.ts";
import { HOUR_MS, type Market, refused, startMarket } from "../../tools/market.ts";
import {
  ACTIONS,
  type Action,
  FIRST_IMPRESSIONS,
  type Known,
  type Made,
  next,
  openStage,
  type Stage,
} from "./model.ts";

let market: Market;
let stage: Stage;
beforeAll(async () => {
  market = await startMarket();
  stage = await openStage(market);
});
afterAll(async () => {
  await expectCleanLedger(market);
  await market.close();
});

/** Does an action and checks it against the contract; answers what is known afterwards. */
async function step(made: Made, known: Known, action: Action): Promise<Known> {
  const expected = next(known, action);
  if (expected === undefined) return refusedStep(made, known, action);
  const answer = await made.pair.act(action);
  expect(answer.status, `${known.status} ${action}: ${answer.text}`).toBe(200);
  expect((await made.pair.read()).status).toBe(expected.status);
  return expected;
}

async function refusedStep({ pair }: Made, known: Known, action: Action): Promise<Known> {
  const before = await pair.read();
  const change = await market.moved(async () => {
    const error = await refused(pair.act(action), "invalid_state");
    const { status } = known;
    expect(error.details).toEqual({ status, validActions: validActionsOf(status) });
  });
  expect(change).toEqual({});
  expect(await pair.read()).toEqual(before);
  return known;
}

const PAIRS = CAMPAIGN_STATUSES.flatMap((status) => ACTIONS.map((action) => ({ status, action })));

describe("every action in every state", () => {
  test.each(PAIRS)("$action in $status, and once more, is what the contract says", async (one) => {
    const made = await stage.campaignIn(one.status);
    const known = await step(made, made.known, one.action);
    await step(made, known, one.action);
  });

  test("only goes where the table leads", () => {
    for (const { status, action } of PAIRS) {
      for (const hasDelivered of [true, false]) {
        const startsLater = status === "pending_start";
        const known = { status, hasDelivered, startsLater, impressionsLeft: 1_000 };
        const after = next(known, action);
        if (after === undefined || after.status === status) continue;
        // Without any delivery the end has no drain, so two transitions are one call.
        const way = TRANSITIONS[status].flatMap((one) => [one, ...TRANSITIONS[one]]);
        expect(way).toContain(after.status);
      }
    }
  });
});

/** Reports as many impressions as the budget still pays for. */
async function spend({ pair, deliveryId }: Made, known: Known): Promise<Known> {
  const isTaken = ["active", "paused", "exhausted", "refunding", "completing"].includes(
    known.status,
  );
  if (!isTaken || deliveryId === "") return known;
  await pair.report(deliveryId, Math.max(1, known.impressionsLeft));
  const status = known.status === "active" ? "exhausted" : known.status;
  return { ...known, status, impressionsLeft: 0 };
}

async function expectInPlace({ pair }: Made, known: Known, escrowBefore: string): Promise<string> {
  const shown = await pair.read();
  expect(shown.status).toBe(known.status);
  const { budgetCredits, spentCredits, remainingCredits, refundedCredits } = shown;
  expect(spentCredits + remainingCredits + refundedCredits).toBeCloseTo(budgetCredits, 6);
  const { escrowStatus } = shown;
  const allowed = Object.entries(ESCROW).find(([from]) => from === escrowBefore)?.[1] ?? [];
  if (escrowStatus !== escrowBefore) expect(allowed).toContain(escrowStatus);
  return escrowStatus;
}

describe("any sequence", () => {
  test("of actions and reports keeps to the contract, and every credit has its place", async () => {
    const one = fc.constantFrom<Action | "spend">(...ACTIONS, "spend");
    const steps = fc.array(one, { minLength: 3, maxLength: 9 });
    const starts = fc.constantFrom<CampaignStatus>("pending_start", "active", "paused");
    await fc.assert(
      fc.asyncProperty(starts, steps, async (start, sequence) => {
        const made = await stage.campaignIn(start);
        let known: Known = made.known;
        let escrow = "held";
        for (const action of sequence) {
          known = action === "spend" ? await spend(made, known) : await step(made, known, action);
          escrow = await expectInPlace(made, known, escrow);
        }
        await market.expectBooksAddUp();
      }),
      { numRuns: 15 },
    );
  });
});

const RIVALS = ["pause", "resume", "topUp", "final", "refund"] as const;
const STARTS = ["active", "paused", "exhausted", "pending_start"] as const;
const RACES = STARTS.flatMap((status) =>
  RIVALS.flatMap((left, index) => RIVALS.slice(index).map((right) => ({ status, left, right }))),
);

/** Which of both would be taken one after the other, and where they would leave the campaign. */
function inOrder(known: Known, first: Action, second: Action) {
  const one = next(known, first);
  const two = next(one ?? known, second);
  const end = two ?? one ?? known;
  return { taken: [one !== undefined, two !== undefined], status: end.status };
}

describe("two at once", () => {
  test.each(RACES)("$left and $right in $status act one after the other", async (race) => {
    const { pair, known } = await stage.campaignIn(race.status);
    const answers = await Promise.all([pair.act(race.left), pair.act(race.right)]);
    for (const answer of answers) {
      if (answer.status !== 200) await refused(Promise.resolve(answer), "invalid_state");
    }
    const taken = answers.map((answer) => answer.status === 200);
    const { status } = await pair.read();
    const leftFirst = inOrder(known, race.left, race.right);
    const rightFirst = inOrder(known, race.right, race.left);
    expect([leftFirst, { ...rightFirst, taken: rightFirst.taken.toReversed() }]).toContainEqual({
      taken,
      status,
    });
  });

  test("of ten refunds and ends one wins, while reports are settled", async () => {
    const { pair, deliveryId } = await stage.campaignIn("active");
    const reports = Array.from({ length: 10 }, () => pair.report(deliveryId, 7));
    const ends = Array.from({ length: 10 }, (_, index) =>
      pair.act(index % 2 === 0 ? "refund" : "final"),
    );
    const answers = await Promise.all(ends);
    await Promise.all(reports);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    await market.travel(2 * HOUR_MS);
    const shown = await pair.read();
    expect(["canceled", "completed"]).toContain(shown.status);
    // 70 impressions at a fifth of a credit.
    expect([shown.spentCredits, shown.refundedCredits, shown.remainingCredits]).toEqual([
      14, 186, 0,
    ]);
  });

  test("the end of a budget inside a batch pays as far as it reaches", async () => {
    const { pair, deliveryId } = await stage.campaignIn("active");
    const reports = Array.from({ length: 30 }, () => pair.report(deliveryId, 47));
    const bodies = (await Promise.all(reports)).map(({ body }) => Object(body));
    const counted = bodies.reduce((sum, body) => sum + Number(body.counted), 0);
    expect(counted).toBe(FIRST_IMPRESSIONS);
    expect(bodies.filter(({ reason }) => reason === "budget_exhausted").length).toBeGreaterThan(7);
    const shown = await pair.read();
    expect([shown.spentCredits, shown.remainingCredits, shown.status]).toEqual([
      200,
      0,
      "exhausted",
    ]);
  });
});
