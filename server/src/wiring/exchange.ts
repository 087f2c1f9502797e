import { isAbout } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import type Koa from "koa";
import type { Middleware } from "koa";
import { type Cache, createMemoryCache } from "../core/cache.ts";
import { type Clock, openDatabaseClock } from "../core/clock.ts";
import { type Database, openDatabase, type Tx } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import { type Env, EnvError } from "../core/env.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { createMetrics, isInCluster, joinCluster } from "../core/metrics.ts";
import { createRedisCache, createRedisStore, type RedisCacheOptions } from "../core/redis.ts";
import { createSecretBox, createSigner } from "../core/signing.ts";
import type { DialectDeps } from "../dialects/deps.ts";
import { createDialects } from "../dialects/dialects.ts";
import { BRANDS_CHANNEL } from "../domain/brands/index.ts";
import { createCashouts } from "../domain/cashout/index.ts";
import { CATALOG_CHANNEL, type Catalog, createCatalog } from "../domain/catalog/index.ts";
import type { CheckoutProvider } from "../domain/checkout/index.ts";
import { createDeliveryRecorder, createFactsStore } from "../domain/delivery/index.ts";
import {
  type ClickRedirect,
  createClickRedirect,
  createEvents,
  createSettlement,
  screenReports,
} from "../domain/events/index.ts";
import { createAuthenticator, KEYS_CHANNEL } from "../domain/identity/index.ts";
import { POSTBACK_TIMES, reserveRequest, SECRETS_PURPOSE } from "../domain/postbacks/index.ts";
import { createReports } from "../domain/reports/index.ts";
import { createTrafficGuard, NO_RANGES, openRangeFile } from "../domain/traffic/index.ts";
import { createApp } from "../http/app.ts";
import { answerMalformed } from "../http/errors.ts";
import { createLimiter, guardKeys } from "../http/limiter.ts";
import { type Listener, listen } from "../http/listener.ts";
import { isBot, noteOwnIps } from "../http/request.ts";
import { startPeriodicJobs } from "../jobs/periodic.ts";
import { renderDocuments, renderWellKnown } from "../render/documents.ts";
import { createDispatch, type Dispatch } from "../tools/dispatch.ts";
import { createGate } from "../tools/gate.ts";
import { addSandboxCredits } from "../tools/sandbox-credits.ts";
import type { Services } from "../tools/tool.ts";
import { createIndexBuilder } from "./index-builder.ts";
import { createObserver, observePools, observeRedis, observeReplica } from "./observe.ts";
import { observeDatabase } from "./observe-database.ts";
import { StartError } from "./program.ts";
import {
  cashoutProviderOf,
  openCheckout,
  openReplica,
  postbackSenderOf,
  profileFetcherOf,
  publisherLimitsOf,
  type StripeOverride,
  searchEngineOf,
  settingsOf,
  signingKeysOf,
} from "./providers.ts";
import { createReadiness } from "./readiness.ts";

const HOUR_MS = 3_600_000;

export interface ExchangeOptions {
  readonly env: Env;
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Served beside the exchange: the demo, its shop, the pages. */
  readonly mounted?: readonly Middleware[];
  /** Under DEMO=1: whether the demo's own data is loaded, part of `/readyz`. */
  readonly isDemoLoaded?: () => boolean;
  /** Replaced only by tests: where Stripe's API is, and how long it may take. */
  readonly stripe?: StripeOverride;
  /** Replaced only by tests that count exactly on a busy machine: how long Redis may take. */
  readonly redisTimeoutMs?: number;
  /** Replaced only by the crash test, to prove that it would see a settlement that lies. */
  readonly settlement?: typeof createSettlement;
}

export interface Exchange {
  readonly app: Koa;
  readonly services: Services;
  readonly dispatch: Dispatch;
  readonly db: Database;
  readonly logger: Logger;
  /** Starts answering; resolves with the port. **Errors** `StartError` when it is taken. */
  listen(): Promise<number>;
  /** Reports that it is not ready and closes each connection after its next response. */
  drain(): void;
  /** Finishes what was accepted, then lets everything go. */
  close(): Promise<void>;
}

export async function createExchange(options: ExchangeOptions): Promise<Exchange> {
  const { env, logger } = options;
  const core = await openCore(options);
  const { db, clock, ids } = core;
  const { checkout, webhook } = await openCheckout(env, options.stripe);
  const domains = wireDomains(core, options, checkout);
  const { services, catalog, clickRedirect } = domains;
  let isStopping = false;
  const limiter = createLimiter({
    limits: env.RATE_LIMITS,
    limitsLoopback: env.RATE_LIMIT_LOOPBACK,
    clock,
    store: core.limitStore,
    refusalDelayMs: env.REFUSAL_DELAY_MS,
  });
  const authenticator = noteOwnIps(guardKeys(core.keys, limiter), core.traffic);
  const dispatch = core.observer.dispatch(createDispatch({ services, authenticator, limiter }));
  const app = createApp({
    services,
    dialects: dialectsOf(env, { services, dispatch, gate: createGate({ authenticator, limiter }) }),
    dispatch,
    authenticator,
    clickRedirect,
    ids,
    clock,
    logger,
    logsRequests: env.LOG_REQUESTS,
    trustedHops: env.TRUST_PROXY_HOPS,
    keyGuard: limiter,
    hosts: hostsOf(env),
    documents: documentsOf(env, clock),
    environment: env.DEMO ? "demo" : env.CHECKOUT_PROVIDER === "sandbox" ? "sandbox" : "live",
    hasSandboxCheckout: env.CHECKOUT_PROVIDER === "sandbox" && env.DEMO,
    paymentWebhook: webhook,
    mounted: options.mounted ?? [],
    notReady: createReadiness({ ...core, ...options, catalog, isStopping: () => isStopping }),
    metrics: core.metrics,
    metricsText: isInCluster() ? joinCluster(core.metrics.registry) : core.metrics.text,
    metricsToken: env.METRICS_TOKEN,
  });
  observeReplica(core.metrics, services.reports);
  catalog.start();
  const periodicJobs = await startPeriodicJobs({
    ...core,
    campaigns: settingsOf(env),
    publisherLimits: publisherLimitsOf(env),
    cashouts: services.cashout,
  });
  return assembled({ app, services, dispatch, db, logger }, env, {
    stopping() {
      isStopping = true;
    },
    async release() {
      // First what would be lost: a payment provider that hangs holds the periodic jobs up.
      await clickRedirect.drain();
      await domains.settlement.drain();
      await domains.recorder.close();
      await periodicJobs.stop();
      await catalog.close();
      services.postbacks.sender.close();
      await services.reports.close();
      await db.close();
      await core.cache.close();
      core.limitStore?.close();
      core.ranges.close();
      core.metrics.close();
    },
  });
}

type Core = Awaited<ReturnType<typeof openCore>>;

async function openCore(options: ExchangeOptions) {
  const { env, logger } = options;
  const engine = searchEngineOf(env);
  const ranges = await openRanges(env, logger);
  const metrics = createMetrics();
  const db = openDatabase({
    connectionString: options.databaseUrl,
    directConnectionString: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    logger,
    role: APP_ROLE,
    onPool: observePools(metrics),
  });
  const databaseClock = await openDatabaseClock(db);
  const { clock = databaseClock } = options;
  const observer = createObserver(metrics, clock);
  observeDatabase(metrics, { db, clock });
  const keys = createAuthenticator({ db, clock });
  // News that a broken connection missed needs no care: what is remembered ends within a second.
  db.listen(KEYS_CHANNEL, keys.forget);
  const redis = { clock, observer: observeRedis(metrics) };
  const [shared, limitStore] = await Promise.all([
    openCache(options, redis),
    openLimitStore(options, redis),
  ]);
  const cache = observer.cache(shared);
  const signingKeys = await signingKeysOf(env);
  const signer = createSigner(signingKeys);
  const secrets = createSecretBox(signingKeys, SECRETS_PURPOSE);
  const guard = { cache, clock, signer, ranges, exemptsLoopback: env.DEMO };
  const traffic = createTrafficGuard(guard);
  const ids = createIdSource(clock);
  const held = { db, cache, limitStore, keys, ranges, metrics };
  const { isRight: isClockRight } = databaseClock;
  return { ...held, clock, isClockRight, ids, signer, secrets, traffic, observer, logger, engine };
}

async function openRanges(env: Env, logger: Logger) {
  const { INVALID_TRAFFIC_RANGES: path } = env;
  if (path === undefined) return NO_RANGES;
  return openRangeFile({ path, logger }).catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error);
    throw new EnvError("INVALID_TRAFFIC_RANGES", problem);
  });
}

function wireDomains(core: Core, options: ExchangeOptions, checkout: CheckoutProvider) {
  const { env } = options;
  const { db, clock, ids, cache, signer, observer, logger } = core;
  const baseUrl = env.PUBLIC_BASE_URL;
  const facts = createFactsStore({ db, clock });
  db.listen(BRANDS_CHANNEL, facts.forgetBrands, facts.forgetBrands);
  const recorder = createDeliveryRecorder({ db: db.lane(1), logger });
  const settles = (options.settlement ?? createSettlement)({
    db,
    ids,
    clock,
    logger,
    observe: observer.batch,
    onSettled(campaignIds) {
      for (const campaignId of campaignIds) facts.forget(campaignId);
    },
  });
  const settlement = observer.settlement(settles);
  // Product links lead through the click redirect, which looks up products: each gets the other's
  // function.
  const products: Catalog = createCatalog({
    db,
    logger,
    clock,
    cache,
    builder: indexBuilderOf(options),
    engine: core.engine,
    subscribe: (listener) => db.listen(CATALOG_CHANNEL, listener, listener),
    clickUrlFor: (productNumber, hints) => clickRedirect.productUrl(productNumber, hints),
    placeholderImageUrl: `${baseUrl}/assets/no-image.svg`,
  });
  const catalog = observer.catalog(products);
  const clickRedirect: ClickRedirect = observer.clickRedirect(
    createClickRedirect({ ...core, facts, settlement, baseUrl, products }),
  );
  const reporting = { signer, ids, clock, allowsInstantInstalls: env.DEMO };
  const services: Services = {
    db,
    ids,
    clock,
    checkout,
    cashout: createCashouts({
      ...core,
      provider: cashoutProviderOf(env),
      newAddressMs: env.CASHOUT_NEW_ADDRESS_HOURS * HOUR_MS,
      moveMaxPercent: env.CASHOUT_PRICE_MOVE_PERCENT,
    }),
    delivery: {
      facts,
      recorder,
      cache,
      signer,
      ids,
      baseUrl,
      isAbout: (query, types) => isAbout(sharedVocabulary(), query, types),
    },
    events: screenReports(createEvents({ ...reporting, facts, recorder, settlement }), {
      traffic: core.traffic,
      namesProgram: isBot,
    }),
    catalog,
    reports: createReports({ db, replica: openReplica(env, logger), clock, logger }),
    postbacks: postbacksOf(core, env),
    settings: settingsOf(env),
    keys: core.keys,
  };
  return { services, catalog, clickRedirect, settlement, recorder };
}

function indexBuilderOf({ env, databaseUrl, logger }: ExchangeOptions) {
  const address = env.DATABASE_DIRECT_URL ?? databaseUrl;
  return createIndexBuilder({ databaseUrl: address, role: APP_ROLE, logger });
}

function postbacksOf({ db, clock, ids, secrets }: Core, env: Env): Services["postbacks"] {
  const perHour = env.POSTBACK_UNPROVEN_PER_HOUR;
  return {
    clock,
    ids,
    sender: postbackSenderOf(env, clock),
    secrets,
    admit: (targets) => reserveRequest(db, targets, { now: clock.now(), perHour }),
    times: POSTBACK_TIMES,
    random: Math.random,
  };
}

type RedisParts = Required<Pick<RedisCacheOptions, "clock" | "observer">>;

function openCache({ env, logger }: ExchangeOptions, parts: RedisParts): Promise<Cache> {
  const { REDIS_URL: url } = env;
  if (url === undefined) return Promise.resolve(createMemoryCache(parts));
  return createRedisCache({ url, logger, ...parts });
}

async function openLimitStore({ env, ...options }: ExchangeOptions, parts: RedisParts) {
  const { REDIS_URL: url } = env;
  if (url === undefined) return undefined;
  const logger = options.logger.child({ use: "limits" });
  return createRedisStore({ url, logger, commandTimeoutMs: options.redisTimeoutMs, ...parts });
}

function dialectsOf(
  env: Env,
  { services, ...parts }: Pick<DialectDeps, "dispatch" | "gate"> & { services: Services },
) {
  const { db, ids, clock, settings } = services;
  const { reviewPolicy, allowedDestinationOrigin } = settings;
  const fund = (tx: Tx, agentId: string, usd: number) =>
    addSandboxCredits(tx, { agentId, usd }, services);
  return createDialects({
    ...parts,
    db,
    ids,
    clock,
    reviewPolicy,
    allowedDestinationOrigin,
    isDemo: env.DEMO,
    sandbox: env.DEMO ? { fund } : undefined,
    hasTestController: env.DEMO && env.ADCP_TEST_CONTROLLER,
    names: env.DIALECTS,
    baseUrl: env.PUBLIC_BASE_URL,
    fetchProfile: profileFetcherOf(env, clock),
  });
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

function hostsOf({ PUBLIC_BASE_URL, ALLOWED_HOSTS = "" }: Env): ReadonlySet<string> {
  const added = ALLOWED_HOSTS.split(",").map((name) => name.trim().toLowerCase());
  return new Set([new URL(PUBLIC_BASE_URL).hostname, ...LOOPBACK_NAMES, ...added]);
}

function documentsOf(env: Env, clock: Clock) {
  const { PUBLIC_BASE_URL: baseUrl, SECURITY_CONTACT: securityContact } = env;
  const wellKnown = renderWellKnown({ baseUrl, securityContact, now: clock.now() });
  return [...renderDocuments(baseUrl, env.DIALECTS), ...wellKnown];
}

/** Requests that are still running when the server stops get this long. */
const GRACE_MS = 5_000;

function assembled(
  parts: Omit<Exchange, "listen" | "drain" | "close">,
  env: Env,
  held: { stopping(): void; release(): Promise<void> },
): Exchange {
  let listener: Listener | undefined;
  return {
    ...parts,
    drain() {
      held.stopping();
      listener?.drain();
    },
    async listen() {
      const { ids } = parts.services;
      const isBehindProxy = env.TRUST_PROXY_HOPS > 0;
      const listening = listen(parts.app.callback(), {
        host: env.HOST,
        port: env.PORT,
        connections: {
          max: env.CONNECTIONS_MAX,
          maxPerAddress: isBehindProxy ? undefined : env.CONNECTIONS_PER_ADDRESS_MAX,
          sparesLoopback: !env.RATE_LIMIT_LOOPBACK && !isBehindProxy,
        },
        malformed: answerMalformed({ ids, baseUrl: env.PUBLIC_BASE_URL }),
      });
      listener = await listening.catch((error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        throw new StartError(`PORT: ${env.PORT} cannot be opened: ${problem}`);
      });
      return listener.port;
    },
    async close() {
      await listener?.close(GRACE_MS);
      await held.release();
    },
  };
}
