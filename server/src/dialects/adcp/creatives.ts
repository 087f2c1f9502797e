import { z } from "zod";
import { checkCreative } from "../../tools/check-creative.ts";
import { isSandbox } from "./accounts.ts";
import { AdcpError, adcpErrorOf, unsupported } from "./errors.ts";
import { FORMAT_ID } from "./products.ts";
import type { NewCreative } from "./queries.ts";
import type { AdcpCall } from "./task.ts";

const TEXT_MAX = 280;

export const creativeAssetSchema = z.looseObject({
  creative_id: z.string().min(1).max(255),
  name: z.string().max(500),
  format_id: z.looseObject({ agent_url: z.string().max(2048), id: z.string().max(200) }),
  assets: z.record(z.string(), z.unknown()),
  tags: z.array(z.string().max(100)).max(50).optional(),
});
export type CreativeAsset = z.output<typeof creativeAssetSchema>;

/** The format that we show: a sentence and where a click leads. */
export function formatOf(agentUrl: string): object {
  const item = { item_type: "individual", requirements: {} };
  const text = { asset_id: "text", asset_type: "text", required: true };
  const link = { asset_id: "click_url", asset_type: "url", required: false };
  return {
    format_id: { agent_url: agentUrl, id: FORMAT_ID },
    name: "Placard offer",
    description: "A labelled sentence beside or in a chat's answer, with one tracked link.",
    type: "native",
    assets: [
      { ...item, ...text, requirements: { max_length: TEXT_MAX } },
      { ...item, ...link },
    ],
  };
}

/** **Errors** UNSUPPORTED_FEATURE, VALIDATION_ERROR, CREATIVE_REJECTED as a booking would. */
export function creativeOf(call: AdcpCall, asset: CreativeAsset, brand: string): NewCreative {
  const { assets, format_id: format } = asset;
  const isLenient = isSandbox(call, brand);
  if (format.id !== FORMAT_ID && !isLenient) {
    throw unsupported("format_id", `The only format is ${FORMAT_ID}.`);
  }
  const named = assets.text ?? assets.headline ?? assets.body;
  const given = z.object({ content: z.string() }).safeParse(named).data?.content;
  const text = given ?? (isLenient ? asset.name.slice(0, TEXT_MAX) : "");
  if (text.trim() === "" || text.length > TEXT_MAX) {
    const message = `assets.text must have 1 to ${TEXT_MAX} characters.`;
    throw new AdcpError("VALIDATION_ERROR", message, "assets.text");
  }
  const address = assets.click_url ?? assets.landing_url ?? assets.clickthrough_url;
  const clickUrl = z.object({ url: z.string() }).safeParse(address).data?.url ?? null;
  try {
    const url = clickUrl ?? landingOf(brand);
    checkCreative({ text, url, allowedOrigin: call.deps.allowedDestinationOrigin });
  } catch (error) {
    throw adcpErrorOf(error, "assets.text");
  }
  const status = call.deps.reviewPolicy === "auto" ? "approved" : "pending_review";
  return { ...factsOf(asset), text, clickUrl, status };
}

/** What is kept of a creative whether it may be shown or not. */
export function factsOf({ creative_id: id, name, format_id, assets, tags }: CreativeAsset) {
  const { agent_url, id: format } = format_id;
  return { id, name, data: { format_id: { agent_url, id: format }, assets, tags } };
}

/** Where a click leads whose creative has no address. */
export function landingOf(brand: string): string {
  // Names for tests lead nowhere.
  return brand.endsWith(".test") ? "https://example.com/" : `https://${brand}/`;
}
