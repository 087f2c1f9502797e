import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { activationSchema } from "../../../../server/src/contract/resources/agent.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { setUpMarket } from "../market.ts";

const market = setUpMarket();

type Activation = z.infer<typeof activationSchema>;
const activation = ({ key }: TestAgent): Promise<Activation> =>
  resultOf(market.call("get_publisher_activation", {}, key), activationSchema.strict());
const statusesOf = ({ steps }: Activation) =>
  Object.fromEntries(steps.map(({ step, status }) => [step, status]));

/** Sends what the list proposes for a step, with what only the publisher knows added. */
async function take(by: TestAgent, step: string, own: object = {}) {
  const found = (await activation(by)).steps.find((one) => one.step === step);
  const args = { ...found?.arguments, ...own };
  const answer = await market.call(found?.nextTool ?? "", args, by.key);
  expect(answer.isError, answer.text).toBe(false);
  return answer.body;
}

describe("works", () => {
  test("leads from registration to being paid, each call as the list proposes it", async () => {
    const publisher = await registerAgent(market.call, "publisher");
    expect(await activation(publisher)).toMatchObject({
      percent: 9,
      nextTools: ["list_placement", "get_publisher_report", "ask_help"],
    });
    const placement = Object(await take(publisher, "list_placement"));
    expect(statusesOf(await activation(publisher))).toMatchObject({
      placement_approved: "done",
      demand: "missing",
      first_delivery: "blocked",
    });
    await take(publisher, "demand");
    expect(statusesOf(await activation(publisher)).demand).toBe("waiting");

    const advertiser = await fundedAdvertiser(market.call);
    const { campaignId } = await bookCampaign(market.call, advertiser, placement, {
      budgetCredits: 700,
    });
    await take(publisher, "first_delivery");
    expect(statusesOf(await activation(publisher))).toMatchObject({
      demand: "done",
      first_delivery: "done",
      first_report: "missing",
    });
    await take(publisher, "first_report");
    expect(statusesOf(await activation(publisher))).toMatchObject({
      first_earning: "done",
      matured: "waiting",
      cashable: "missing",
    });
    for (let clicks = 1; clicks < 25; clicks += 1) {
      await deliverOnce(market.call, publisher, campaignId);
      await market.call("report_click", { campaignId }, publisher.key);
    }
    expect(statusesOf(await activation(publisher))).toMatchObject({ cashable: "waiting" });
    await market.call("confirm_delivery", { campaignId }, advertiser.key);
    expect(await activation(publisher)).toMatchObject({
      percent: 81,
      nextTools: ["request_cashout", "get_publisher_report", "ask_help"],
    });
    const btcAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const cashout = Object(await take(publisher, "cashout_requested", { btcAddress }));
    expect(cashout).toMatchObject({ amountCredits: 500, status: "requested" });
    expect(statusesOf(await activation(publisher)).paid).toBe("waiting");
    // The credits of a rejected cashout come back, so the step is open again.
    await market.sql("update cashout set status = 'rejected'");
    expect(statusesOf(await activation(publisher)).paid).toBe("blocked");
    await market.sql(
      `update cashout set status = 'completed', provider_id = 'p', satoshis = 1, usd_per_btc = 1,
        quote_expires_at = now(), submitted_at = now()`,
    );
    expect(await activation(publisher)).toMatchObject({ percent: 100 });
  });

  test("asking twice answers the same", async () => {
    const publisher = await registerAgent(market.call, "both");
    const [first, second] = [await activation(publisher), await activation(publisher)];
    expect(second).toEqual(first);
  });

  test("one publisher's steps are not another's", async () => {
    const listed = await registerAgent(market.call, "publisher");
    await take(listed, "list_placement");
    const other = await activation(await registerAgent(market.call, "publisher"));
    expect(statusesOf(other).list_placement).toBe("missing");
  });
});
