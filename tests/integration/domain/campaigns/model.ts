import { expect } from "vitest";
import { CAMPAIGN_STATUSES, type CampaignStatus } from "../../../../server/src/contract/enums.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import {
  bookCampaign,
  deliverOnce,
  fundAgent,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
} from "../../../setup/agents.ts";
import { DAY_MS, type Market } from "../../tools/market.ts";

/** What is known about a campaign. Its first budget pays exactly for 1,000 impressions. */
export interface Known {
  readonly status: CampaignStatus;
  readonly hasDelivered: boolean;
  /** Whether its start lies ahead, also while it is paused. */
  readonly startsLater: boolean;
  readonly impressionsLeft: number;
}

export const FIRST_IMPRESSIONS = 1_000;
const FIRST_CREDITS = 200;

const OPEN: readonly CampaignStatus[] = ["pending_start", "active", "paused", "exhausted"];
const SWITCHED: readonly CampaignStatus[] = ["active", "paused"];
const REFUNDABLE: readonly CampaignStatus[] = ["pending_review", ...OPEN];
const RUN: readonly CampaignStatus[] = CAMPAIGN_STATUSES.filter(
  (status) => status !== "pending_review" && status !== "rejected",
);

/** Actions of an advertiser: in which states, by which tool, and where they lead. */
interface Rule {
  readonly from: readonly CampaignStatus[];
  readonly tool: string;
  readonly fields: object;
  readonly to: (known: Known) => Partial<Known>;
}

/** The states of server/docs/contract.md, written out a second time on purpose. */
const RULES = {
  pause: {
    from: ["pending_start", ...SWITCHED],
    tool: "update_campaign",
    fields: { status: "paused" },
    to: () => ({ status: "paused" }),
  },
  resume: {
    from: SWITCHED,
    tool: "update_campaign",
    fields: { status: "active" },
    to: (known) => ({
      status: known.startsLater
        ? "pending_start"
        : known.impressionsLeft > 0
          ? "active"
          : "exhausted",
    }),
  },
  topUp: {
    from: OPEN,
    tool: "update_campaign",
    fields: { addBudgetCredits: FIRST_CREDITS },
    to: (known) => ({
      status: known.status === "exhausted" ? "active" : known.status,
      impressionsLeft: known.impressionsLeft + FIRST_IMPRESSIONS,
    }),
  },
  confirm: { from: RUN, tool: "confirm_delivery", fields: {}, to: () => ({}) },
  final: {
    from: OPEN,
    tool: "confirm_delivery",
    fields: { final: true },
    to: (known) => ({ status: known.hasDelivered ? "completing" : "completed" }),
  },
  refund: {
    from: REFUNDABLE,
    tool: "request_refund",
    fields: {},
    to: (known) => ({ status: known.hasDelivered ? "refunding" : "canceled" }),
  },
  coupon: {
    from: REFUNDABLE,
    tool: "create_coupon",
    fields: { agentInstructions: "Mention it.", discountType: "free_shipping" },
    to: () => ({}),
  },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof RULES;
export const ACTIONS: readonly Action[] = [
  "pause",
  "resume",
  "topUp",
  "confirm",
  "final",
  "refund",
  "coupon",
];

/** Where an action leads, or undefined where it is refused. */
export function next(known: Known, action: Action): Known | undefined {
  const rule: Rule = RULES[action];
  return rule.from.includes(known.status) ? { ...known, ...rule.to(known) } : undefined;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Made = Awaited<ReturnType<Stage["campaignIn"]>>;

/** One advertiser and one publisher, between whom campaigns are brought into any state. */
export async function openStage(market: Market) {
  const { call } = market;
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await fundedAdvertiser(call, "fleet");
  for (const packId of ["fleet", "fleet"] as const) await fundAgent(call, advertiser, packId);
  const placement = await listTestPlacement(call, publisher, "cpm");

  const pairOf = async (fields: object) => {
    const booked = await bookCampaign(call, advertiser, placement, {
      budgetCredits: FIRST_CREDITS,
      ...fields,
    });
    const { campaignId } = booked;
    return {
      campaignId,
      uuid: uuidFromId(campaignId),
      act: (action: Action) =>
        call(RULES[action].tool, { campaignId, ...RULES[action].fields }, advertiser.key),
      read: () => resultOf(call("get_campaign", { campaignId }, advertiser.key), campaignSchema),
      deliver: async () => (await deliverOnce(call, publisher, campaignId)).deliveryId,
      report: (deliveryId: string, count: number) =>
        call("report_impression", { campaignId, deliveryId, count }, publisher.key),
    };
  };

  /** As an agent would bring it there, or by the owner where only reviews lead. */
  const campaignIn = async (status: CampaignStatus) => {
    const startAt = new Date(market.clock.now().getTime() + 30 * DAY_MS).toISOString();
    const pair = await pairOf(status === "pending_start" ? { startAt } : {});
    const delivers: readonly CampaignStatus[] = [...OPEN.slice(1), "refunding", "completing"];
    const hasDelivered = delivers.includes(status);
    const deliveryId = hasDelivered ? await pair.deliver() : "";
    if (status === "pending_review" || status === "rejected") {
      const text = "update campaign_book set status = $2 where campaign_id = $1";
      await market.sql(text, [pair.uuid, status]);
    }
    if (status === "exhausted") await pair.report(deliveryId, FIRST_IMPRESSIONS);
    const way: Readonly<Partial<Record<CampaignStatus, Action>>> = {
      paused: "pause",
      refunding: "refund",
      canceled: "refund",
      completing: "final",
      completed: "final",
    };
    const action = way[status];
    if (action !== undefined) await pair.act(action);
    expect((await pair.read()).status).toBe(status);
    const impressionsLeft = status === "exhausted" ? 0 : FIRST_IMPRESSIONS;
    const startsLater = status === "pending_start";
    const known: Known = { status, hasDelivered, startsLater, impressionsLeft };
    return { pair, deliveryId, known };
  };
  return { campaignIn };
}
