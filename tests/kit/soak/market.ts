import {
  bookCampaign,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
} from "../../setup/agents.ts";
import type { CallTool } from "../../setup/exchange.ts";

/** What the campaigns of the soak are paid by, with credits for more than ten thousand turns. */
const BUDGETS = { cpm: 2_500, cpia: 11_000, cpr: 11_000 } as const;
export type SoakUnit = keyof typeof BUDGETS;

export type SoakMarket = {
  apiKey: string;
  campaigns: readonly { campaignId: string; unit: SoakUnit }[];
};

/** One publisher with a booking for each way of being paid that the kit reports by itself. */
export async function openMarket(call: CallTool): Promise<SoakMarket> {
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await fundedAdvertiser(call, "fleet");
  const campaigns: { campaignId: string; unit: SoakUnit }[] = [];
  for (const unit of ["cpm", "cpia", "cpr"] as const) {
    const placement = await listTestPlacement(call, publisher, unit);
    const { campaignId } = await bookCampaign(call, advertiser, placement, {
      budgetCredits: BUDGETS[unit],
      creativeText: `Northwind ${unit}: made for the outdoors, to last for years.`,
    });
    campaigns.push({ campaignId, unit });
  }
  return { apiKey: publisher.key, campaigns };
}

/** Products for the searches of the soak. */
export const PRODUCTS = ["boots", "tent", "kettle", "lamp", "backpack"].flatMap((thing, kind) =>
  [1, 2, 3].map((number) => ({
    id: `${thing}-${number}`,
    title: `Hiking ${thing} model ${number}`,
    description: `A ${thing} for long walks.`,
    price: 20 + kind * 10 + number,
    currency: "USD",
    availability: "in_stock",
    imageUrl: `https://pictures.test/${thing}-${number}.jpg`,
    link: `https://shop.test/p/${thing}-${number}`,
  })),
);
