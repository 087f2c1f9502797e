import { afterAll, beforeAll, expect, test } from "vitest";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import { bookedPair, deliverOnce, resultOf } from "../../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../../setup/exchange.ts";

let placard: TestExchange;

beforeAll(async () => {
  placard = await startExchange();
});

afterAll(() => placard.close());

const CLICKS = 1_000;

test("1,000 identical click reports at once are one charge and one click id", async () => {
  const { publisher, campaign } = await bookedPair(placard.call, "cpc");
  const { campaignId } = campaign;
  const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
  const answers = await Promise.all(
    Array.from({ length: CLICKS }, () =>
      resultOf(
        placard.call("report_click", { campaignId, deliveryId }, publisher.key),
        acknowledgementSchema,
      ),
    ),
  );
  const charged = answers.filter((answer) => answer.chargedCredits > 0);
  expect(charged).toHaveLength(1);
  expect(charged[0]?.chargedCredits).toBe(25);
  expect(answers.filter((answer) => answer.duplicate)).toHaveLength(CLICKS - 1);
  expect(new Set(answers.map((answer) => answer.clickId)).size).toBe(1);
  expect(answers[0]?.clickId).toMatch(/^clk_/);
  expect(answers.at(-1)?.remainingCredits).toBe(475);
});

test("a click reported while its delivery is still being written is settled", async () => {
  const { publisher, campaign } = await bookedPair(placard.call, "cpc", { budgetCredits: 1_000 });
  const { campaignId } = campaign;
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
      const report = placard.call("report_click", { campaignId, deliveryId }, publisher.key);
      return resultOf(report, acknowledgementSchema);
    }),
  );
  expect(answers.filter((answer) => answer.billable)).toHaveLength(40);
});
