import { ExchangeError } from "../contract/errors.ts";
import type { KeyScope } from "../contract/keys.ts";
import type { Caller } from "../domain/identity/index.ts";
import type { Tool } from "./tool.ts";

/** What a program that delivers and reports reads: itself and the bookings. */
const READ_TO_REPORT = ["whoami", "list_campaigns", "get_campaign"];

/**
 * Checks the scope of a key. A public tool needs no key, so it answers any.
 *
 * **Errors** `key_restricted`.
 */
export function checkScope(tool: Tool, caller: Caller | null): void {
  if (caller === null || tool.access === "public") return;
  const { scope } = caller.key;
  if (scope === "full" || isWithin(scope, tool)) return;
  throw new ExchangeError("key_restricted", {
    message: `A key of scope ${scope} cannot call ${tool.name}.`,
    details: { scope },
  });
}

/**
 * Checks that a key for one campaign is used for no other.
 *
 * **Errors** `key_restricted`.
 */
export function checkCampaign(
  tool: Tool,
  caller: Caller | null,
  args: Readonly<Record<string, unknown>>,
): void {
  const campaignId = caller?.key.campaignId;
  if (campaignId === undefined || tool.access === "public" || tool.name === "whoami") return;
  // It makes no keys, which would outlive it.
  const named = tool.name === "create_key" ? [] : campaignsOf(args);
  if (named.length > 0 && named.every((one) => one === campaignId)) return;
  throw new ExchangeError("key_restricted", {
    message: `This key serves only the campaign ${campaignId}.`,
    details: { campaignId },
    suggestion: `Send this campaignId, or call ${tool.name} with another key.`,
  });
}

function isWithin(scope: Exclude<KeyScope, "full">, tool: Tool): boolean {
  if (scope === "read") return tool.hints.readOnly;
  return tool.rateClass === "report" || READ_TO_REPORT.includes(tool.name);
}

/** The campaigns that a call names, itself or in its events; undefined for an event without one. */
function campaignsOf({ campaignId, events }: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(events)) return events.map((event) => Object(event).campaignId);
  return campaignId === undefined ? [] : [campaignId];
}
