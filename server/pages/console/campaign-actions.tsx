import type { Campaign } from "../../src/contract/resources/campaign.ts";
import type { Dispute } from "../../src/contract/resources/wallet.ts";
import { type Action, ActionButton } from "./action.tsx";
import { counted, credits } from "./format.ts";
import type { Session } from "./session.ts";

/** What an advertiser may change about a campaign in its present state. */
export function CampaignActions({ session, campaign }: { session: Session; campaign: Campaign }) {
  const may = (tool: string) => campaign.validActions.includes(tool);
  return (
    <p class="buttons">
      {may("update_campaign") ? <Switch session={session} campaign={campaign} /> : null}
      {may("update_campaign") ? <ActionButton session={session} action={topUp(campaign)} /> : null}
      {may("create_coupon") ? <ActionButton session={session} action={coupon(campaign)} /> : null}
      {may("confirm_delivery") ? (
        <ActionButton session={session} action={confirm(campaign)} />
      ) : null}
      {may("dispute_events") ? (
        <ActionButton<Dispute> session={session} action={dispute(campaign)} />
      ) : null}
      {may("request_refund") ? <ActionButton session={session} action={refund(campaign)} /> : null}
    </p>
  );
}

/** Pausing while it is delivered, resuming while it is not. */
function Switch({ session, campaign }: { session: Session; campaign: Campaign }) {
  if (campaign.status === "active")
    return <ActionButton session={session} action={pause(campaign)} />;
  if (campaign.status !== "paused") return null;
  return <ActionButton session={session} action={resume(campaign)} />;
}

function pause({ campaignId, remainingCredits }: Campaign): Action<unknown> {
  return {
    label: "Pause",
    title: "Pause this campaign",
    says: (
      <p>
        Delivery stops at once. {credits(remainingCredits)} stay in escrow until you resume or end
        the campaign. Reports of earlier deliveries are still charged.
      </p>
    ),
    tool: "update_campaign",
    args: { campaignId, status: "paused" },
    done: "The campaign is paused.",
  };
}

function resume({ campaignId, remainingCredits }: Campaign): Action<unknown> {
  return {
    label: "Resume",
    title: "Resume this campaign",
    says: <p>Delivery starts again. It can spend the remaining {credits(remainingCredits)}.</p>,
    tool: "update_campaign",
    args: { campaignId, status: "active" },
    done: "The campaign is active.",
  };
}

function topUp({ campaignId, status }: Campaign): Action<unknown> {
  return {
    label: "Top up",
    title: "Add budget",
    says: (
      <p>
        The amount moves from your available balance into the campaign's escrow.
        {status === "exhausted" ? " Delivery starts again." : ""} What is not spent returns when the
        campaign ends.
      </p>
    ),
    tool: "update_campaign",
    args: { campaignId },
    fields: [
      {
        name: "addBudgetCredits",
        label: "Credits to add",
        kind: "number",
        help: "100 credits are 1 US dollar.",
      },
    ],
    done: "The budget is larger.",
  };
}

function coupon({ campaignId, adUnitType }: Campaign): Action<unknown> {
  return {
    label: "Add coupon",
    title: "Add a coupon",
    says: (
      <p>
        Deliveries carry the newest active coupon.{" "}
        {adUnitType === "cppromo"
          ? "Each order with the code is charged once, up to the limit."
          : "On this ad unit the code is only shown; redemptions are not charged."}
      </p>
    ),
    tool: "create_coupon",
    args: { campaignId },
    fields: [
      {
        name: "couponCode",
        label: "Code",
        kind: "text",
        isOptional: true,
        max: 40,
        help: "3 to 40 letters, digits, - or _. Without one, a code is made.",
      },
      {
        name: "agentInstructions",
        label: "Instructions for the chat model",
        kind: "lines",
        max: 500,
        help: "Plain sentences, such as: Mention code PAN10 for 10% off.",
      },
      {
        name: "discountType",
        label: "Discount",
        kind: "choice",
        choices: ["percent", "amount", "free_shipping"],
      },
      { name: "discountValue", label: "Value", kind: "number", isOptional: true },
      {
        name: "currency",
        label: "Currency",
        kind: "text",
        isOptional: true,
        max: 3,
        help: "For an amount, such as USD.",
      },
      { name: "maxRedemptions", label: "Most orders", kind: "number", value: "1000" },
      { name: "endsAt", label: "Ends, UTC", kind: "time", isOptional: true },
    ],
    done: "The coupon is active.",
  };
}

function confirm({ campaignId, remainingCredits }: Campaign): Action<unknown> {
  return {
    label: "Confirm delivery",
    title: "Confirm what was delivered",
    says: (
      <p>
        The publisher's pending earnings of this campaign mature now, and you can no longer dispute
        their events. This cannot be undone.
      </p>
    ),
    tool: "confirm_delivery",
    args: { campaignId },
    fields: [
      {
        name: "final",
        label: "Also end the campaign",
        kind: "yes",
        help: `The unspent ${credits(remainingCredits)} return to your available balance.`,
      },
    ],
    isDestructive: true,
    done: "The delivery is confirmed.",
  };
}

function dispute({ campaignId }: Campaign): Action<Dispute> {
  // Today's events, to begin with.
  const soonMs = performance.timeOrigin + performance.now() + 60_000;
  const soon = new Date(soonMs).toISOString().slice(0, "2026-11-27T09:30".length);
  return {
    label: "Dispute events",
    title: "Dispute charged events",
    says: (
      <p>
        The publisher's earnings of these events are held until the operator decides. You get the
        charge back if you win; the publisher is paid if you do not. Each event can be disputed
        once.
      </p>
    ),
    tool: "dispute_events",
    args: { campaignId },
    fields: [
      {
        name: "from",
        label: "Settled from, UTC",
        kind: "time",
        value: `${soon.slice(0, -5)}00:00`,
      },
      { name: "to", label: "Settled before, UTC", kind: "time", value: soon },
      {
        name: "reason",
        label: "Reason",
        kind: "lines",
        max: 500,
        help: "For the operator and the publisher.",
      },
    ],
    isDestructive: true,
    done: "The dispute is open.",
    result: ({ disputeId, events, chargedCredits }) => (
      <p>
        Dispute <code>{disputeId}</code> holds {counted(events, "event")} worth{" "}
        {credits(chargedCredits)}.
      </p>
    ),
  };
}

function refund({ campaignId, remainingCredits }: Campaign): Action<unknown> {
  return {
    label: "End and refund",
    title: "End this campaign",
    says: (
      <p>
        Delivery stops for good. Reports of earlier deliveries are charged until the campaign has
        drained, then the rest, at most {credits(remainingCredits)}, returns to your available
        balance. This cannot be undone.
      </p>
    ),
    tool: "request_refund",
    args: { campaignId },
    fields: [
      {
        name: "reason",
        label: "Reason",
        kind: "lines",
        max: 500,
        isOptional: true,
        help: "The publisher sees it.",
      },
    ],
    isDestructive: true,
    done: "The campaign is ending.",
  };
}
