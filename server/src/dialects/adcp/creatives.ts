import { z } from "zod";
import { ExchangeError } from "../../contract/errors.ts";
import { checkCreative } from "../../tools/check-creative.ts";
import { isSandbox } from "./accounts.ts";
import { AdcpError, adcpErrorOf } from "./errors.ts";
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

const textAsset = z.looseObject({ content: z.string() });
const urlAsset = z.looseObject({ url: z.string() });

/** The format that we show: a sentence and where a click leads. */
export function formatOf(agentUrl: string): object {
  return {
    format_id: { agent_url: agentUrl, id: FORMAT_ID },
    name: "Placard offer",
    description: "A labelled sentence beside or in a chat's answer, with one tracked link.",
    type: "native",
    assets: [
      {
        item_type: "individual",
        asset_id: "text",
        asset_type: "text",
        required: true,
        requirements: { max_length: TEXT_MAX },
      },
      {
        item_type: "individual",
        asset_id: "click_url",
        asset_type: "url",
        required: false,
        requirements: {},
      },
    ],
  };
}

/**
 * A creative as it is stored, after the check that a booking makes.
 *
 * **Errors** UNSUPPORTED_FEATURE for another format, VALIDATION_ERROR without a text,
 * CREATIVE_REJECTED.
 */
export function creativeOf(call: AdcpCall, asset: CreativeAsset, brand: string): NewCreative {
  const { creative_id: id, name, format_id, assets, tags } = asset;
  const isLenient = isSandbox(call, brand);
  if (format_id.id !== FORMAT_ID && !isLenient) {
    throw new AdcpError("UNSUPPORTED_FEATURE", `The only format is ${FORMAT_ID}.`, "format_id");
  }
  const text = textOf(assets) ?? (isLenient ? name.slice(0, TEXT_MAX) : undefined);
  if (text === undefined || text.trim() === "" || text.length > TEXT_MAX) {
    throw new AdcpError(
      "VALIDATION_ERROR",
      `assets.text must have 1 to ${TEXT_MAX} characters.`,
      "assets.text",
    );
  }
  const clickUrl = urlOf(assets);
  try {
    const url = clickUrl ?? landingOf(brand);
    checkCreative({ text, url, allowedOrigin: call.deps.allowedDestinationOrigin });
  } catch (error) {
    throw error instanceof ExchangeError ? adcpErrorOf(error, "assets.text") : error;
  }
  const status = call.deps.reviewPolicy === "auto" ? "approved" : "pending_review";
  return {
    id,
    name,
    text,
    clickUrl,
    status,
    data: { format_id: { agent_url: format_id.agent_url, id: format_id.id }, assets, tags },
  };
}

/** Where a click leads whose creative has no address. */
export function landingOf(brand: string): string {
  // Names for tests lead nowhere.
  return brand.endsWith(".test") ? "https://example.com/" : `https://${brand}/`;
}

function textOf(assets: CreativeAsset["assets"]): string | undefined {
  const named = textAsset.safeParse(assets.text ?? assets.headline ?? assets.body);
  return named.success ? named.data.content : undefined;
}

function urlOf(assets: CreativeAsset["assets"]): string | null {
  const named = urlAsset.safeParse(
    assets.click_url ?? assets.landing_url ?? assets.clickthrough_url,
  );
  return named.success ? named.data.url : null;
}
