import { z } from "zod";
import { callDoor } from "./door.ts";

const answerSchema = z.looseObject({
  result: z
    .looseObject({
      isError: z.boolean().optional(),
      structuredContent: z.looseObject({ status: z.string().optional() }),
    })
    .optional(),
});

export interface AdcpAnswer {
  readonly status: number;
  readonly isError: boolean;
  /** The task's answer with its envelope. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** One call of a task, as any MCP client sends it. */
export async function callAdcp(
  baseUrl: string,
  key: string | undefined,
  task: string,
  args: object,
): Promise<AdcpAnswer> {
  const response = await callDoor(`${baseUrl}/adcp/mcp`, { tool: task, args, key });
  const { result } = answerSchema.parse(await response.json());
  return {
    status: response.status,
    isError: result?.isError ?? response.status >= 400,
    body: result?.structuredContent ?? {},
    headers: response.headers,
  };
}

const errorSchema = z.looseObject({
  adcp_error: z.looseObject({ code: z.string(), field: z.string().optional() }),
});

/** The code of a refusal; `ok` for an answer that is none. */
export function codeOf({ isError, body }: AdcpAnswer): string {
  return isError ? errorSchema.parse(body).adcp_error.code : "ok";
}

let keys = 0;
/** A key that no other call of this process has. */
export function newKey(): string {
  keys += 1;
  return `dialects-test-key-${process.pid}-${keys}`;
}

export const ACCOUNT = { brand: { domain: "pans.example.com" }, operator: "pans.example.com" };

/** A booking of packages with the same creative in each. */
export function buyOf(packages: readonly object[], fields: object = {}): object {
  return {
    idempotency_key: newKey(),
    account: ACCOUNT,
    brand: ACCOUNT.brand,
    start_time: "asap",
    end_time: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    packages,
    ...fields,
  };
}

/** A package without a creative. */
export function draftOf(
  { placementId, adUnitType }: { placementId: string; adUnitType: string },
  budget: number,
): object {
  return { product_id: placementId, pricing_option_id: adUnitType, budget };
}

export function creativesOf(creative_id = "pans"): object[] {
  const assets = {
    text: { asset_type: "text", content: "Cast-iron pans that last a lifetime." },
    click_url: { asset_type: "url", url: "https://shop.example.com/pans?c={click_id}" },
  };
  const format_id = { agent_url: "https://ads.example.com", id: "placard_offer" };
  return [{ creative_id, name: "Pans", format_id, assets }];
}

export function packageOf(placement: Parameters<typeof draftOf>[0], budget: number): object {
  return { ...draftOf(placement, budget), creatives: creativesOf() };
}
