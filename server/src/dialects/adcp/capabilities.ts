import type { AdcpDeps } from "./task.ts";

export const SUPPORTED_MAJOR = 3;
export const ADCP_VERSION = "3.0";
/** The schema's maximum; stored answers are kept longer. */
const REPLAY_TTL_SECONDS = 604_800;

export const SCENARIOS = [
  "force_creative_status",
  "force_account_status",
  "force_media_buy_status",
  "simulate_delivery",
  "simulate_budget_spend",
];

/** What this seller offers; what is absent is declined. */
export function renderCapabilities(deps: AdcpDeps): object {
  return {
    adcp: {
      major_versions: [SUPPORTED_MAJOR],
      supported_versions: [ADCP_VERSION],
      idempotency: { supported: true, replay_ttl_seconds: REPLAY_TTL_SECONDS },
    },
    supported_protocols: ["media_buy"],
    specialisms: ["sales-non-guaranteed"],
    account: {
      require_operator_auth: false,
      supported_billing: ["agent"],
      required_for_products: false,
      sandbox: deps.isDemo,
    },
    media_buy: {
      supported_pricing_models: ["cpm", "cpc", "cpa"],
      features: { inline_creative_management: true },
      portfolio: {
        publisher_domains: [new URL(deps.baseUrl).hostname],
        primary_channels: ["sponsored_intelligence"],
      },
      conversion_tracking: {
        supported_event_types: ["purchase", "lead", "app_install"],
        attribution_windows: [
          { event_type: "purchase", post_click: [{ interval: 7, unit: "days" }] },
        ],
      },
    },
    ...(deps.hasTestController && { compliance_testing: { scenarios: SCENARIOS } }),
  };
}
