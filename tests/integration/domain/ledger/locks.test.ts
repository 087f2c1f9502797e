import { expect, test } from "vitest";
import {
  bookCampaign,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
} from "../../../setup/agents.ts";
import { startExchange } from "../../../setup/exchange.ts";
import { setUp } from "../../../setup/shared.ts";

const placard = setUp(startExchange);

test("many first bookings, refunds and top-ups of one advertiser at once never fail", async () => {
  const { call } = placard;
  const publisher = await registerAgent(call, "publisher");
  const placement = await listTestPlacement(call, publisher, "cpc");
  for (let round = 0; round < 5; round += 1) {
    const advertiser = await fundedAdvertiser(call, "builder");
    const book = () => bookCampaign(call, advertiser, placement, { budgetCredits: 250 });
    const campaigns = await Promise.all(Array.from({ length: 8 }, book));
    const answers = await Promise.all(
      campaigns.flatMap(({ campaignId }, index) => [
        call("request_refund", { campaignId }, advertiser.key),
        index % 2 === 0
          ? call("whoami", {}, advertiser.key)
          : call("update_campaign", { campaignId, addBudgetCredits: 1 }, advertiser.key),
        index < 4 ? book().then(() => ({ status: 200 })) : call("whoami", {}, advertiser.key),
      ]),
    );
    // A refund that came first leaves nothing to top up; that is an answer, not a fault.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  }
});
