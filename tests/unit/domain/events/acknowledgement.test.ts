import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CAMPAIGN_STATUSES } from "../../../../server/src/contract/enums.ts";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import { micros } from "../../../../server/src/contract/money.ts";
import { codeOfReason, EVENT_REASONS } from "../../../../server/src/contract/reasons.ts";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import { KIND } from "../../../../server/src/contract/units.ts";
import {
  createAcknowledgementWriter,
  type SettlementResult,
} from "../../../../server/src/domain/events/settlement-event.ts";

const FEE = micros(40_000n);
const PRICE = 200_000n;

const resultArbitrary = fc.record<SettlementResult>({
  reason: fc.option(fc.constantFrom(...EVENT_REASONS), { nil: undefined }).map(codeOfReason),
  isConflict: fc.constant(false),
  counted: fc.nat({ max: 10_000 }),
  charged: fc.nat({ max: 10_000 }).map((units) => micros(BigInt(units) * PRICE)),
  deliveryUuid: fc.option(fc.uuid({ version: 7 }), { nil: null }),
  isVerified: fc.boolean(),
  escrow: fc.bigInt({ min: 0n, max: 10n ** 15n }).map(micros),
  status: fc.constantFrom(...CAMPAIGN_STATUSES),
});
/** Few campaigns, so that each has one result after the other. */
const campaignArbitrary = fc.constantFrom(
  ...["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"].map(
    (uuid) => ({ uuid, campaignId: idFromUuid("cmp", uuid), unitFee: FEE }),
  ),
);
const eventArbitrary = fc.record({
  eventId: fc.uuid({ version: 7 }).map((uuid) => idFromUuid("evt", uuid)),
  kind: fc.constantFrom(...Object.values(KIND)),
  cited: fc.option(fc.boolean(), { nil: undefined }),
});

describe("a written acknowledgement", () => {
  test("is the JSON of exactly what was settled, whatever was written before", () => {
    const writer = createAcknowledgementWriter();
    fc.assert(
      fc.property(campaignArbitrary, eventArbitrary, resultArbitrary, (facts, event, result) => {
        const text = `{${writer.write(facts, event, result)}`;
        const said = acknowledgementSchema.strict().parse(JSON.parse(text));
        const reason = EVENT_REASONS[result.reason - 1];
        const fee = result.charged === 0n ? 0 : result.counted * Number(FEE);
        expect(said).toEqual({
          campaignId: facts.campaignId,
          eventId: event.eventId,
          ...(event.cited === undefined ? {} : { cited: event.cited }),
          accepted: true,
          duplicate: reason === "duplicate",
          billable: result.charged > 0n,
          verified: result.isVerified,
          ...(reason === undefined ? {} : { reason }),
          counted: result.counted,
          chargedCredits: Number(result.charged) / 1e6,
          earnedCredits: (Number(result.charged) - fee) / 1e6,
          remainingCredits: Number(result.escrow) / 1e6,
          campaignStatus: result.status,
          ...(event.kind === KIND.click && result.deliveryUuid !== null
            ? { clickId: idFromUuid("clk", result.deliveryUuid) }
            : {}),
        });
        expect(text).toBe(JSON.stringify(said));
      }),
      { numRuns: 5_000 },
    );
  });

  test("of one result for many events differs in nothing but their ids", () => {
    const writer = createAcknowledgementWriter();
    fc.assert(
      fc.property(campaignArbitrary, resultArbitrary, (facts, result) => {
        const [first, second] = ["evt_a", "evt_b"].map((eventId) =>
          writer.write(facts, { eventId, kind: KIND.impression }, result),
        );
        expect(second).toBe(first?.replace("evt_a", "evt_b"));
      }),
    );
  });
});
