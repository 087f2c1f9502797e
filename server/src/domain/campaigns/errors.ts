import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { validActionsOf } from "./states.ts";

/** What is missing and what is somebody else's look the same. */
export function campaignNotFound(): ExchangeError {
  return new ExchangeError("not_found", {
    message: "No such campaign.",
    details: { resource: "campaign" },
    nextTools: ["list_campaigns"],
  });
}

/** The answer to a transition that the present state does not allow. */
export function invalidState(status: CampaignStatus): ExchangeError {
  return new ExchangeError("invalid_state", {
    message: `The campaign is ${status}.`,
    details: { status, validActions: validActionsOf(status) },
    nextTools: ["get_campaign"],
  });
}
