import type { z } from "zod";
import type { AdUnitType, Role } from "../../server/src/contract/enums.ts";
import { registeredAgentSchema } from "../../server/src/contract/resources/agent.ts";
import { type Campaign, campaignSchema } from "../../server/src/contract/resources/campaign.ts";
import { filledSchema } from "../../server/src/contract/resources/delivery.ts";
import { type Placement, placementSchema } from "../../server/src/contract/resources/placement.ts";
import { type Order, orderSchema } from "../../server/src/contract/resources/wallet.ts";
import { AD_UNITS } from "../../server/src/contract/units.ts";
import type { CallTool } from "./exchange.ts";

/** An agent and its key. */
export interface TestAgent {
  readonly agentId: string;
  readonly key: string;
}

/** The result of a call that must succeed, checked against a schema of the contract. */
export async function resultOf<Schema extends z.ZodType>(
  answer: ReturnType<CallTool>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { isError, body } = await answer;
  if (isError) throw new Error(`The call was refused: ${JSON.stringify(body)}`);
  return schema.parse(body);
}

export async function registerAgent(
  call: CallTool,
  role: Role,
  displayName = `A ${role}`,
): Promise<TestAgent> {
  const args = { provider: "Test House", displayName, role };
  const { agentId, apiKey } = await resultOf(call("register", args), registeredAgentSchema);
  return { agentId, key: apiKey };
}

/** Pays an order like the human who opens its address in a browser. */
export async function payCheckout(checkoutUrl: string): Promise<void> {
  const shown = await fetch(checkoutUrl, { headers: { Accept: "text/html" } });
  const action = /<form method="post" action="([^"]+)"/.exec(await shown.text())?.[1];
  if (action === undefined) throw new Error(`${checkoutUrl} shows no form (${shown.status}).`);
  const paid = await fetch(new URL(action, checkoutUrl), {
    method: "POST",
    headers: { Accept: "text/html", "Content-Type": "application/x-www-form-urlencoded" },
  });
  if (!paid.ok) throw new Error(`Paying answered ${paid.status}.`);
}

/** Buys packs and pays them: `starter` is 1,000 credits, `builder` 5,000, `fleet` 25,000. */
export async function fundAgent(
  call: CallTool,
  agent: TestAgent,
  packId: Order["packId"] = "starter",
): Promise<void> {
  const order = await resultOf(call("buy_credits", { packId }, agent.key), orderSchema);
  await payCheckout(order.checkoutUrl);
}

/** An advertiser with credits to spend. */
export async function fundedAdvertiser(
  call: CallTool,
  packId: Order["packId"] = "starter",
): Promise<TestAgent> {
  const agent = await registerAgent(call, "advertiser");
  await fundAgent(call, agent, packId);
  return agent;
}

/** Lists a chat sidebar at the unit's floor; `fields` change what a test is about. */
export function listTestPlacement(
  call: CallTool,
  publisher: TestAgent,
  adUnitType: AdUnitType,
  fields: object = {},
): Promise<Placement> {
  const args = {
    title: `Sidebar sold by ${adUnitType}`,
    description: "Beside the answers of a test chat.",
    kind: "chat_sidebar",
    adUnitType,
    rateCredits: AD_UNITS[adUnitType].floorCredits,
    ...fields,
  };
  return resultOf(call("list_placement", args, publisher.key), placementSchema);
}

/** Books a placement; the budget is 500 credits unless `fields` say otherwise. */
export function bookCampaign(
  call: CallTool,
  advertiser: TestAgent,
  placement: Pick<Placement, "placementId" | "adUnitType">,
  fields: object = {},
): Promise<Campaign> {
  const args = {
    placementId: placement.placementId,
    adUnitType: placement.adUnitType,
    budgetCredits: 500,
    creativeText: "Cast-iron pans that last a lifetime. Free returns for 60 days.",
    creativeUrl: "https://shop.example.com/pans?click={click_id}",
    ...fields,
  };
  return resultOf(call("create_campaign", args, advertiser.key), campaignSchema);
}

/** A publisher, a funded advertiser and one active booking between them. */
export async function bookedPair(call: CallTool, adUnitType: AdUnitType, fields: object = {}) {
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await fundedAdvertiser(call);
  const placement = await listTestPlacement(call, publisher, adUnitType);
  const campaign = await bookCampaign(call, advertiser, placement, fields);
  return { publisher, advertiser, placement, campaign };
}

/** Pulls the creative once; fails on a no-fill. */
export function deliverOnce(
  call: CallTool,
  publisher: TestAgent,
  campaignId: string,
  fields: object = {},
): Promise<z.infer<typeof filledSchema>> {
  return resultOf(call("deliver_ad", { campaignId, ...fields }, publisher.key), filledSchema);
}
