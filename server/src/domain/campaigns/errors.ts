import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import { validActionsOf } from "./states.ts";

/** A missing row and one of another agent get the same answer. */
export function campaignNotFound(): ExchangeError {
  return notFound("campaign", {
    suggestion: "Take a campaignId that list_campaigns shows.",
    nextTools: ["list_campaigns"],
  });
}

/** The answer to a transition that the present state does not allow. */
export function invalidState(status: CampaignStatus): ExchangeError {
  const validActions = validActionsOf(status);
  return new ExchangeError("invalid_state", {
    message: `The campaign is ${status}.`,
    details: { status, validActions },
    suggestion:
      validActions.length === 0
        ? "It is over; look at another one with list_campaigns."
        : `What is possible now: ${validActions.join(", ")}.`,
    nextTools: ["get_campaign"],
  });
}
