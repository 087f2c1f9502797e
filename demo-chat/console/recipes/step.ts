import type { CitationOffer } from "@placard/publisher-kit/citations";
import { type Json, listOf, recordOf, textOf } from "../../goods/market/json.ts";
import type { Recipe, RecipeStep } from "../wire.ts";

/** What later steps need of earlier ones: ids, addresses and keys, by their names. */
export type Kept = Readonly<Record<string, string>>;

/** One call, before it is sent. */
export type Request =
  | { kind: "tool"; tool: string; args: Json; key?: string }
  /** The Pay button of the sandbox's checkout page. */
  | { kind: "pay"; checkoutUrl: string }
  /** A reader's click on a tracked link. */
  | { kind: "click"; clickUrl: string }
  /** What a chat does to the answer of its model: labels replace the marks. */
  | { kind: "cite"; answer: string; offers: readonly CitationOffer[] }
  /** The operator's command that names the agent who pays for platform demand. */
  | { kind: "wallet"; agentId: string };

export type StepPlan = {
  title: string;
  who: RecipeStep["who"];
  request(kept: Kept): Request;
  /** What to keep of the answer; a value that is missing fails the step. */
  keep?(answer: Json, kept: Kept): Readonly<Record<string, string | undefined>>;
  /** Asked again, for some seconds, until this holds. */
  until?(answer: Json, kept: Kept): boolean;
  /** The refusal that a recipe can go on after, since the step is optional. */
  mayEndIn?: string;
  /** Another visitor may have undone an earlier step: that one comes next then. */
  goBack?: { code: string; steps: number };
};

export type RecipePlan = Pick<Recipe, "number" | "title"> & { steps: readonly StepPlan[] };

/** A value that an earlier step has kept; steps run in their order, so it is there. */
export function from(kept: Kept, name: string): string {
  const value = kept[name];
  if (value === undefined) throw new Error(`No earlier step has kept ${name}.`);
  return value;
}

export function firstOf(answer: Json): Json | undefined {
  return listOf(answer.items)[0];
}

const PROVIDER = "Placard demo";

export function register(role: "publisher" | "advertiser", displayName: string): StepPlan {
  return {
    title: `Register as ${role === "publisher" ? "a publisher" : "an advertiser"}`,
    who: role,
    request: () => ({
      kind: "tool",
      tool: "register",
      args: { provider: PROVIDER, displayName, role },
    }),
    keep: ({ agentId, apiKey }) => ({
      [`${role}Id`]: textOf(agentId),
      [`${role}Key`]: textOf(apiKey),
    }),
  };
}

export function listPlacement(args: Json): StepPlan {
  return {
    title: "List a place beside the answers, with its unit and its rate",
    who: "publisher",
    request: (kept) => ({
      kind: "tool",
      tool: "list_placement",
      args: { kind: "chat_sidebar", ...args },
      key: from(kept, "publisherKey"),
    }),
    keep: ({ placementId }) => ({ placementId: textOf(placementId) }),
  };
}

/** An order, and the payment only a person can make. */
export const BUY_CREDITS: readonly StepPlan[] = [
  {
    title: "Order 1,000 credits for $10",
    who: "advertiser",
    request: (kept) => ({
      kind: "tool",
      tool: "buy_credits",
      args: { packId: "starter" },
      key: from(kept, "advertiserKey"),
    }),
    keep: ({ checkoutUrl }) => ({ checkoutUrl: textOf(checkoutUrl) }),
  },
  {
    title: "Open the checkout page and pay; in this sandbox no money moves",
    who: "advertiser",
    request: (kept) => ({ kind: "pay", checkoutUrl: from(kept, "checkoutUrl") }),
  },
];

/** The key of the booking's advertiser, its placement and its budget come with `args`. */
export function createCampaign(args: (kept: Kept) => Json, title: string): StepPlan {
  return {
    title,
    who: "advertiser",
    request: (kept) => ({
      kind: "tool",
      tool: "create_campaign",
      args: { placementId: from(kept, "placementId"), ...args(kept) },
      key: from(kept, "advertiserKey"),
    }),
    keep: ({ campaignId }) => ({ campaignId: textOf(campaignId) }),
  };
}

export const DELIVER: StepPlan = {
  title: "Fetch the ad for one turn of the chat",
  who: "publisher",
  request: (kept) => ({
    kind: "tool",
    tool: "deliver_ad",
    args: { campaignId: from(kept, "campaignId") },
    key: from(kept, "publisherKey"),
  }),
  keep: ({ deliveryId, offer }) => ({
    deliveryId: textOf(deliveryId),
    clickUrl: textOf(recordOf(offer)?.clickUrl),
  }),
};

export const CLICK: StepPlan = {
  title: "Click the ad: its link leads to the shop by way of the exchange",
  who: "reader",
  request: (kept) => ({ kind: "click", clickUrl: from(kept, "clickUrl") }),
};
