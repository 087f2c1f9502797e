import { offeredIn } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { systemClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import { demoSigningKeys } from "../core/demo-keys.ts";
import { type Env, EnvError } from "../core/env.ts";
import { invariant } from "../core/invariant.ts";
import type { Logger } from "../core/log.ts";
import { parseSigningKeys, type SigningKey } from "../core/signing.ts";
import type { CampaignSettings } from "../domain/campaigns/index.ts";
import type { CashoutProvider } from "../domain/cashout/index.ts";
import {
  type CatalogOptions,
  DOCUMENT_FORMAT,
  SEARCH_DEADLINE_MS,
} from "../domain/catalog/index.ts";
import type { PublisherLimits } from "../domain/ledger/index.ts";
import type { RetentionSettings } from "../jobs/retention.ts";
import { createBtcpayCashout } from "../providers/cashout/btcpay.ts";
import { createSandboxCashout } from "../providers/cashout/sandbox.ts";
import { createSandboxCheckout } from "../providers/checkout/sandbox.ts";
import type { StripeAddress } from "../providers/checkout/stripe.ts";
import { parseAllowedHosts } from "../providers/postback/address.ts";
import { createGuardedGet, createPostbackSender } from "../providers/postback/sender.ts";
import { createOpensearchIndex } from "../providers/search/opensearch.ts";
import type { Settings } from "../tools/tool.ts";

/** Where Stripe's API is, and how long it may take; only tests replace it. */
export interface StripeOverride {
  readonly address: StripeAddress;
  readonly timeoutMs?: number;
}

/**
 * Opens the checkout that `CHECKOUT_PROVIDER` names, with the reader of Stripe's webhooks. Stripe's
 * library takes 77 ms and 35 MB to load (2026-11-20), which the sandbox need not pay.
 */
export async function openCheckout(env: Env, override?: StripeOverride) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const baseUrl = env.PUBLIC_BASE_URL;
  if (env.CHECKOUT_PROVIDER === "sandbox") {
    return { checkout: createSandboxCheckout(baseUrl), webhook: undefined };
  }
  invariant(secretKey && webhookSecret, "readEnv requires both secrets of Stripe");
  const { createStripeCheckout } = await import("../providers/checkout/stripe.ts");
  const stripe = createStripeCheckout({ secretKey, webhookSecret, baseUrl, ...override });
  return { checkout: stripe, webhook: stripe };
}

export function cashoutProviderOf(env: Env): CashoutProvider {
  const { BTCPAY_URL: url, BTCPAY_API_KEY: apiKey, BTCPAY_STORE_ID: storeId } = env;
  if (env.CASHOUT_PROVIDER === "sandbox") return createSandboxCashout(env.USD_PER_BTC);
  invariant(url && apiKey && storeId, "readEnv requires the three variables of BTCPay");
  return createBtcpayCashout({ url, apiKey, storeId });
}

export function postbackSenderOf(env: Env, clock = systemClock) {
  return createPostbackSender({
    clock,
    allowedHosts: parseAllowedHosts(env.POSTBACK_ALLOW_HOSTS),
  });
}

const PROFILE_TIMEOUT_MS = 2_000;
const PROFILE_MAX_BYTES = 131_072;
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "::1"];

/** Reads profiles of agents. Only an exchange that serves this machine alone reads from it. */
export function profileFetcherOf(env: Env, clock = systemClock) {
  return createGuardedGet({
    clock,
    allowedHosts: new Set(LOOPBACK_HOSTS.includes(env.HOST) ? LOOPBACK_HOSTS : []),
    timeoutMs: PROFILE_TIMEOUT_MS,
    maxBytes: PROFILE_MAX_BYTES,
  });
}

/** Signing keys of the environment, or those of the demo. */
export async function signingKeysOf(env: Env): Promise<SigningKey[]> {
  return parseSigningKeys(env.SIGNING_KEYS ?? (await demoSigningKeys(env.DATA_DIR)));
}

/**
 * The search engine that `SEARCH_ENGINE` names. It makes no request to OpenSearch yet: an exchange
 * starts without it.
 *
 * **Errors** `EnvError` when `OPENSEARCH_URL` cannot be used.
 */
export function searchEngineOf(env: Env): NonNullable<CatalogOptions["engine"]> {
  const { SEARCH_ENGINE: engine, OPENSEARCH_URL: url } = env;
  if (engine !== "opensearch") return engine;
  invariant(url, "readEnv requires the address of OpenSearch");
  try {
    const searchTimeoutMs = SEARCH_DEADLINE_MS;
    return createOpensearchIndex({ url, format: DOCUMENT_FORMAT, searchTimeoutMs });
  } catch (error) {
    throw new EnvError("OPENSEARCH_URL", error instanceof Error ? error.message : "is wrong");
  }
}

/** Reports are few and long; other work never waits behind them. */
const REPLICA_CONNECTIONS = 4;

export function openReplica({ DATABASE_REPLICA_URL: url }: Env, logger: Logger) {
  if (url === undefined) return undefined;
  const connections = REPLICA_CONNECTIONS;
  return openDatabase({ connectionString: url, connections, logger, role: APP_ROLE });
}

/** How campaigns are booked and closed, for exchange, worker and operator. */
export function campaignSettingsOf(env: Env): CampaignSettings {
  return {
    feeBps: env.PLATFORM_FEE_BPS,
    reviewPolicy: env.REVIEW_POLICY,
    refundDrainSeconds: env.REFUND_DRAIN_SECONDS,
    readOffer: (creativeText) => offeredIn(sharedVocabulary(), creativeText),
    // The demo's shop is part of the server itself, which may use http on this machine.
    allowedDestinationOrigin: env.DEMO ? new URL(env.PUBLIC_BASE_URL).origin : undefined,
  };
}

/** How long rows are kept, and where older ones go. */
export function retentionSettingsOf(env: Env): RetentionSettings {
  return {
    directory: env.RETENTION_DIR,
    days: {
      events: env.RETENTION_EVENT_DAYS,
      postbackLog: env.RETENTION_POSTBACK_DAYS,
      texts: env.RETENTION_TEXT_DAYS,
    },
  };
}

export function publisherLimitsOf(env: Env): PublisherLimits {
  return {
    placementsMax: env.UNPROVEN_PLACEMENTS_MAX,
    dayCreditsMax: env.UNPROVEN_DAY_CREDITS,
    lateDays: env.UNPROVEN_LATE_DAYS,
    provenAdvertisers: env.PROVEN_ADVERTISERS,
    provenCredits: env.PROVEN_CREDITS,
  };
}

export function settingsOf(env: Env): Settings {
  return {
    baseUrl: env.PUBLIC_BASE_URL,
    ...campaignSettingsOf(env),
    seasoningDays: env.PURCHASE_SEASONING_DAYS,
    limits: env.RATE_LIMITS,
  };
}
