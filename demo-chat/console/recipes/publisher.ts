import { listOf, numberOf, recordOf, textOf } from "../../goods/market/json.ts";
import { newBitcoinAddress } from "./bitcoin.ts";
import {
  BUY_CREDITS,
  createCampaign,
  DELIVER,
  firstOf,
  from,
  type Kept,
  listPlacement,
  type RecipePlan,
  register,
  type StepPlan,
} from "./step.ts";

/** 1,000 impressions bring the publisher 640 credits after the fee: enough for a cashout. */
const CPM_RATE_CREDITS = 800;
const BUDGET_CREDITS = 1_000;
const IMPRESSIONS = 1_000;
const CASHOUT_CREDITS = 600;

const asPublisher = (kept: Kept) => from(kept, "publisherKey");

/** The specification's recipe 1, with somebody who books so that there is something to earn. */
export function publisherRecipe(shopUrl: string): RecipePlan {
  return {
    number: 1,
    title: "Publisher: from registration to the first cashout",
    steps: [
      register("publisher", "Recipe Chat"),
      listPlacement({
        title: "Sidebar of a recipe chat",
        description: "Beside answers about cooking, shown by the demo's first recipe.",
        adUnitType: "cpm",
        rateCredits: CPM_RATE_CREDITS,
      }),
      register("advertiser", "Recipe Pans"),
      ...BUY_CREDITS,
      createCampaign(
        () => ({
          adUnitType: "cpm",
          budgetCredits: BUDGET_CREDITS,
          creativeText: "Cast-iron pans that last a lifetime. Free returns for 60 days.",
          creativeUrl: `${shopUrl}?click_id={click_id}`,
        }),
        "Book the place: the budget moves into escrow",
      ),
      SEE_BOOKING,
      DELIVER,
      REPORT,
      CONFIRM,
      {
        title: "Look at the balance: the earnings have matured",
        who: "publisher",
        request: (kept) => ({ kind: "tool", tool: "whoami", args: {}, key: asPublisher(kept) }),
        until: ({ balance }) => numberOf(recordOf(balance)?.earnedCredits) >= CASHOUT_CREDITS,
        // The address is made here so that a repeated request names the same one.
        keep: () => ({ btcAddress: newBitcoinAddress() }),
      },
      {
        title: "Ask for 600 credits in bitcoin",
        who: "publisher",
        request: (kept) => ({
          kind: "tool",
          tool: "request_cashout",
          args: { amountCredits: CASHOUT_CREDITS, btcAddress: from(kept, "btcAddress") },
          key: asPublisher(kept),
        }),
      },
      {
        title: "Wait for the payment, which the sandbox makes by itself",
        who: "publisher",
        request: (kept) => ({
          kind: "tool",
          tool: "list_cashouts",
          args: {},
          key: asPublisher(kept),
        }),
        until: (answer) => listOf(answer.items)[0]?.status === "completed",
      },
    ],
  };
}

const SEE_BOOKING: StepPlan = {
  title: "Find the booking",
  who: "publisher",
  request: (kept) => ({
    kind: "tool",
    tool: "list_campaigns",
    args: { role: "publisher", status: "active" },
    key: asPublisher(kept),
  }),
  keep: (answer) => ({ campaignId: textOf(firstOf(answer)?.campaignId) }),
};

const REPORT: StepPlan = {
  title: "Report that it was seen 1,000 times",
  who: "publisher",
  request: (kept) => ({
    kind: "tool",
    tool: "report_impression",
    args: {
      campaignId: from(kept, "campaignId"),
      deliveryId: from(kept, "deliveryId"),
      count: IMPRESSIONS,
    },
    key: asPublisher(kept),
  }),
};

const CONFIRM: StepPlan = {
  title: "Confirm the delivery: what was earned is the publisher's at once",
  who: "advertiser",
  request: (kept) => ({
    kind: "tool",
    tool: "confirm_delivery",
    args: { campaignId: from(kept, "campaignId") },
    key: from(kept, "advertiserKey"),
  }),
};
