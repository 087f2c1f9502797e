import { CONVERSIONS } from "../products.ts";
import { SCENARIOS } from "../sandbox/controller.ts";
import { ADCP_VERSION, type AdcpTask, SUPPORTED_MAJOR } from "../task.ts";

/** The schema's maximum; stored answers are kept longer. */
const REPLAY_TTL_SECONDS = 604_800;

const post_click = [{ interval: 7, unit: "days" }];

/** What this seller offers; what is absent is declined. */
export const getAdcpCapabilities: AdcpTask = {
  name: "get_adcp_capabilities",
  description: "What this seller supports.",
  isPublic: true,
  run: async ({ deps }) => ({
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
        supported_event_types: Object.keys(CONVERSIONS),
        attribution_windows: [{ event_type: "purchase", post_click }],
      },
    },
    ...(deps.hasTestController && { compliance_testing: { scenarios: SCENARIOS } }),
  }),
};
