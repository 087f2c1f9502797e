import type { Tool } from "../../../../server/src/tools/tool.ts";
import { bookedPair, deliverOnce, type TestAgent } from "../../../setup/agents.ts";
import type { CallTool } from "../../../setup/exchange.ts";

type Side = Awaited<ReturnType<typeof bookedPair>>;

/** Two bookings between four agents, so that each id has somebody whose it is not. */
export interface Parties {
  readonly own: Side;
  readonly others: Side;
  readonly productId: string;
}

export const PRODUCT = {
  id: "kettle-1",
  title: "Steel kettle",
  price: 29.9,
  currency: "USD",
  availability: "in_stock",
  imageUrl: "https://pictures.test/kettle.jpg",
  link: "https://shop.test/p/kettle",
};

export async function makeParties(call: CallTool): Promise<Parties> {
  const own = await bookedPair(call, "cpc");
  const others = await bookedPair(call, "cpc");
  for (const { publisher, advertiser, campaign } of [own, others]) {
    await deliverOnce(call, publisher, campaign.campaignId);
    // Nothing is left that could be swept to a wallet between two looks.
    await call("whoami", {}, publisher.key);
    await call("whoami", {}, advertiser.key);
  }
  return { own, others, productId: PRODUCT.id };
}

/** A caller whose role includes the tool; none for a public one. */
export function callerFor(tool: Tool, { own }: Parties): TestAgent | undefined {
  if (tool.access === "public") return undefined;
  const isForPublishers = tool.access === "any" || tool.access.includes("publisher");
  return isForPublishers ? own.publisher : own.advertiser;
}

/** A caller whose role does not include the tool, or undefined when every role does. */
export function strangerTo(tool: Tool, { own }: Parties): TestAgent | undefined {
  if (tool.access === "public" || tool.access === "any") return undefined;
  if (!tool.access.includes("publisher")) return own.publisher;
  return tool.access.includes("advertiser") ? undefined : own.advertiser;
}

/** The tool's first example about things that exist: with it the call would be taken. */
export function validArguments(tool: Tool, { own, productId }: Parties): Record<string, unknown> {
  const [example] = tool.examples;
  const text = JSON.stringify(example?.arguments ?? {})
    .replace(/cmp_[0-9a-z]{26}/g, own.campaign.campaignId)
    .replace(/plc_[0-9a-z]{26}/g, own.placement.placementId);
  const args: Record<string, unknown> = JSON.parse(text);
  return "id" in args ? { ...args, id: productId } : args;
}
