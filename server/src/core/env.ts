import { z } from "zod";
import {
  RATE_CLASSES,
  RATE_LIMITS,
  type RateLimit,
  type RateLimits,
  windowSecondsOf,
} from "../contract/rate-limits.ts";
import { editsBetween } from "./edits.ts";
import { isPublic } from "./public-url.ts";

const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((value) => value === "1");
const between = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error);
};
const port = between(0, 65_535);
const whole = (max: number) => between(0, max);
const days = (min: number) => between(min, 36_500);
const text = z.string().min(1);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });
const address = (protocol: RegExp, example: string) =>
  z.string().regex(protocol, `must be an address such as ${example}`);
const web = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const postgres = address(/^postgres(?:ql)?:\/\/[^/]/, "postgres://user:password@host:5432/name");
/** Names without scheme, port and path, with commas between. */
const hosts = z
  .string()
  .regex(/^[\w.:[\]-]+(?:\s*,\s*[\w.:[\]-]+)*$/, "must be host names with commas between");
const DIALECTS = ["adcp", "ucp"] as const;
export type DialectName = (typeof DIALECTS)[number];

/** Each variable, its default and its meaning; `.env.example` is rendered from this list. */
export const VARIABLES = {
  PORT: port.default(8787).describe("TCP port of the exchange."),
  HOST: text.default("127.0.0.1").describe("Address to listen on."),
  PUBLIC_BASE_URL: web
    .regex(/^[^?#]*$/, "must have no query and no fragment")
    .optional()
    .describe("Public base URL; default from HOST and PORT."),
  ALLOWED_HOSTS: hosts
    .optional()
    .describe("More host names of the exchange, such as those of an internal network; commas."),
  DATABASE_URL: postgres
    .optional()
    .describe("PostgreSQL 15 or later; absent: embedded in DATA_DIR."),
  DATABASE_DIRECT_URL: postgres
    .optional()
    .describe("PostgreSQL itself, if DATABASE_URL is a pooler in transaction mode."),
  DATABASE_OWNER_URL: postgres
    .optional()
    .describe("For migrations and retention: the login that owns the tables."),
  DATABASE_REPLICA_URL: postgres.optional().describe("A read replica for reports."),
  DATABASE_CONNECTIONS: between(2, 500)
    .default(12)
    .describe("Connections of an HTTP process for calls; settlement has its own."),
  REDIS_URL: address(/^rediss?(?:\+sentinel)?:\/\/[^/]/, "rediss://user:password@host:6379")
    .optional()
    .describe("Redis; absent: a cache inside the process."),
  DATA_DIR: text.default(".data").describe("Where embedded PostgreSQL and demo secrets live."),
  DEMO: flag.default(false).describe("1: demo data, sandbox money, no required secrets."),
  DEMO_PUBLIC: flag
    .default(false)
    .describe("1: a demo may have a public address; strangers may use its switches."),
  DEMO_PRODUCTS: whole(1_000_000).default(12_000).describe("Rows of the demo catalogue."),
  DEMO_MODEL_URL: web.optional().describe("An OpenAI-compatible model for the demo chat."),
  DEMO_MODEL_KEY: text.optional().describe("Its API key, if it requires one."),
  DEMO_MODEL_NAME: text.default("default").describe("Which of its models answers."),
  WEB_CONCURRENCY: between(1, 64).default(1).describe("HTTP processes; above 1 needs REDIS_URL."),
  SIGNING_KEYS: text
    .optional()
    .describe("`kid:secret` pairs (base64url, 32 bytes), current first."),
  CHECKOUT_PROVIDER: oneOf(["sandbox", "stripe"]).optional().describe("How credits are bought."),
  CASHOUT_PROVIDER: oneOf(["sandbox", "btcpay"]).optional().describe("How cashouts are paid."),
  STRIPE_SECRET_KEY: text
    .regex(/^[rs]k_/, "must be a secret key of Stripe, sk_... or rk_...")
    .optional()
    .describe("With CHECKOUT_PROVIDER=stripe."),
  STRIPE_WEBHOOK_SECRET: text
    .regex(/^whsec_/, "must be the signing secret of the endpoint, whsec_...")
    .optional()
    .describe("Of the endpoint /webhooks/stripe; with CHECKOUT_PROVIDER=stripe."),
  BTCPAY_URL: web.optional().describe("With CASHOUT_PROVIDER=btcpay."),
  BTCPAY_API_KEY: text.optional().describe("With CASHOUT_PROVIDER=btcpay."),
  BTCPAY_STORE_ID: text.optional().describe("With CASHOUT_PROVIDER=btcpay."),
  USD_PER_BTC: z.coerce
    .number({ error: "must be a positive number" })
    .positive("must be a positive number")
    .optional()
    .describe("A fixed price for the sandbox."),
  REVIEW_POLICY: oneOf(["auto", "manual"]).optional().describe("Who approves listings."),
  PLATFORM_FEE_BPS: whole(10_000).default(2000).describe("Platform fee in 1/100 of a percent."),
  UNPROVEN_PLACEMENTS_MAX: whole(1_000_000)
    .optional()
    .describe("Active placements of an unproven publisher; default 100, with DEMO=1 no limit."),
  UNPROVEN_DAY_CREDITS: whole(1_000_000_000)
    .optional()
    .describe("Its unverified earnings of a UTC day that mature in time; 2000, with DEMO=1 all."),
  UNPROVEN_LATE_DAYS: whole(365).default(30).describe("Days until the others mature unconfirmed."),
  PROVEN_ADVERTISERS: whole(100)
    .default(2)
    .describe("Advertisers that must have confirmed earnings before a publisher is proven."),
  PROVEN_CREDITS: whole(1_000_000_000).default(1000).describe("Credits they confirmed together."),
  PURCHASE_SEASONING_DAYS: whole(365)
    .optional()
    .describe("Age from which card money matures to earnings; default 30, in the sandbox 0."),
  REFUND_DRAIN_SECONDS: whole(604_800).default(3600).describe("Late reports taken after a refund."),
  CASHOUT_NEW_ADDRESS_HOURS: whole(720)
    .optional()
    .describe("Wait of the first cashout to a new address; default 24, with DEMO=1 0."),
  CASHOUT_PRICE_MOVE_PERCENT: whole(1000)
    .default(10)
    .describe("How far the bitcoin price may move in an hour before approvals wait."),
  SEARCH_ENGINE: oneOf(["memory", "postgres", "opensearch"])
    .default("memory")
    .describe("What finds products; memory: an index in each process."),
  OPENSEARCH_URL: web
    .optional()
    .describe("With SEARCH_ENGINE=opensearch; its path names the index, `?shards=3` divides it."),
  DIALECTS: z
    .string()
    .default("adcp,ucp")
    .transform((names) => names.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum([...DIALECTS, "none"])))
    .transform((names) => DIALECTS.filter((name) => names.includes(name)))
    .describe("Protocols of other agents that are served: adcp, ucp; `none` for none."),
  ADCP_TEST_CONTROLLER: flag
    .default(false)
    .describe("1: the test controller of AdCP's own tests; only with DEMO=1."),
  RATE_LIMIT_LOOPBACK: flag.default(false).describe("1: limit callers on this machine too."),
  RATE_LIMITS: text.optional().describe("Overrides, such as `read=100/200,write=20/40`."),
  REFUSAL_DELAY_MS: whole(10_000)
    .default(1_000)
    .describe("The longest delay of a refusal to a caller that stays above its limit."),
  CONNECTIONS_MAX: between(1, 1_000_000).default(10_000).describe("Open connections of a process."),
  CONNECTIONS_PER_ADDRESS_MAX: between(1, 1_000_000)
    .default(256)
    .describe("Of those, of one client address; not applied with TRUST_PROXY_HOPS."),
  TRUST_PROXY_HOPS: whole(8).default(0).describe("Proxies in front whose X-Forwarded-For counts."),
  POSTBACK_ALLOW_HOSTS: hosts.optional().describe("Hosts that may be private, http, any port."),
  POSTBACK_UNPROVEN_PER_HOUR: whole(100_000)
    .default(60)
    .describe("Postbacks an hour to a host or address that has not proven that it wants them."),
  INVALID_TRAFFIC_RANGES: text.optional().describe("A file of CIDR ranges that never bill."),
  RETENTION_DIR: text.optional().describe("Where old rows are exported; DATA_DIR/archive."),
  RETENTION_EVENT_DAYS: days(120)
    .default(400)
    .describe("How long events, deliveries, the journal and charged sessions are kept."),
  RETENTION_POSTBACK_DAYS: days(7).default(90).describe("How long the log of postbacks is kept."),
  RETENTION_TEXT_DAYS: days(30).default(730).describe("How long messages and tickets are kept."),
  SECURITY_CONTACT: text
    .regex(/^(?:mailto:|https:\/\/|tel:)[^\s]+$/, "is no mailto:, https: or tel: address")
    .optional()
    .describe("Contact for vulnerability reports, in security.txt; absent: the docs page."),
  METRICS_TOKEN: text.optional().describe("Bearer token of /metrics; absent: loopback only."),
  DRAIN_SECONDS: whole(300)
    .optional()
    .describe("Served after SIGTERM with 503 at /readyz; default 5, with DEMO=1 0."),
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  LOG_REQUESTS: flag.default(false).describe("1: log each request at info, not at debug."),
  WORK_METRICS_PORT: port.optional().describe("Port of the worker's /metrics; absent: none."),
  OPERATOR: text.max(100).optional().describe("Who runs operator commands; default the user."),
  OTEL_EXPORTER_OTLP_ENDPOINT: web.optional().describe("Where traces are sent."),
};

const schema = z.object(VARIABLES);
type Parsed = z.output<typeof schema>;

/** The variables as they were given, with every default in place. */
export type Env = Readonly<ReturnType<typeof withDefaults>>;

type Checkout = NonNullable<Parsed["CHECKOUT_PROVIDER"]>;
type Cashout = NonNullable<Parsed["CASHOUT_PROVIDER"]>;

/** A wrong variable stops the start with this one line. */
export class EnvError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = "EnvError";
  }
}

/**
 * Reads the environment once.
 *
 * **Errors** `EnvError` naming the first variable that is wrong or missing.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== "");
  for (const [name] of given) refuseMisspelt(name, Object.keys(VARIABLES));
  const present = Object.fromEntries(given.filter(([name]) => name in VARIABLES));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? "environment");
    throw new EnvError(name, `${issue?.message ?? "is wrong"}; got ${shown(name, present[name])}`);
  }
  return withDefaults(parsed.data);
}

/** Passwords and keys are never printed. */
function shown(name: string, value: string | undefined): string {
  if (/KEYS?$|SECRET$|TOKEN$/.test(name)) return "another form";
  return JSON.stringify(value?.replace(/(\/\/[^:/@]*:)[^@]*@/, "$1***@"));
}

function refuseMisspelt(name: string, known: readonly string[]): void {
  if (known.includes(name) || !/^[A-Z_]+$/.test(name)) return;
  const editsMax = name.length < 6 ? 1 : 2;
  const meant = known.find((one) => editsBetween(name, one, editsMax) <= editsMax);
  if (meant !== undefined) throw new EnvError(name, `no such variable; did you mean ${meant}?`);
}

/**
 * The environment of a command that uses no provider and serves no calls, for a demo or a live
 * database: their variables are neither required nor checked.
 *
 * **Errors** `EnvError`.
 */
export function readCommandEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const none = { CHECKOUT_PROVIDER: undefined, CASHOUT_PROVIDER: undefined };
  return readEnv({ ...source, ...none, DEMO: "1", DEMO_PUBLIC: "1" });
}

/** **Errors** `EnvError` when `DATABASE_URL` is not set. */
export function requireDatabaseUrl({ DATABASE_URL: url }: Env, command: string): string {
  if (url === undefined) throw new EnvError("DATABASE_URL", `required by \`${command}\``);
  return url;
}

function withDefaults(parsed: Parsed) {
  const demoDefault = <Value>(value: Value): Value | undefined => (parsed.DEMO ? value : undefined);
  const checkout = required(
    "CHECKOUT_PROVIDER",
    parsed.CHECKOUT_PROVIDER ?? demoDefault("sandbox" as const),
  );
  const cashout = required(
    "CASHOUT_PROVIDER",
    parsed.CASHOUT_PROVIDER ?? demoDefault("sandbox" as const),
  );
  const review = required("REVIEW_POLICY", parsed.REVIEW_POLICY ?? demoDefault("auto" as const));
  required("SIGNING_KEYS", parsed.SIGNING_KEYS ?? demoDefault("made on the first start"));
  checkProviders(parsed, checkout, cashout);
  const standing = parsed.DEMO ? DEMO_DEFAULTS : LIVE_DEFAULTS;
  const baseUrl = parsed.PUBLIC_BASE_URL ?? `http://${hostInUrl(parsed.HOST)}:${parsed.PORT}`;
  return {
    ...parsed,
    PUBLIC_BASE_URL: baseUrl.replace(/\/$/, ""),
    /** The limits of the contract with the overrides in them. */
    RATE_LIMITS: rateLimitsOf(parsed.RATE_LIMITS),
    RETENTION_DIR: parsed.RETENTION_DIR ?? `${parsed.DATA_DIR}/archive`,
    CHECKOUT_PROVIDER: checkout,
    CASHOUT_PROVIDER: cashout,
    REVIEW_POLICY: review,
    UNPROVEN_PLACEMENTS_MAX: parsed.UNPROVEN_PLACEMENTS_MAX ?? standing.placements,
    UNPROVEN_DAY_CREDITS: parsed.UNPROVEN_DAY_CREDITS ?? standing.dayCredits,
    PURCHASE_SEASONING_DAYS: parsed.PURCHASE_SEASONING_DAYS ?? (checkout === "sandbox" ? 0 : 30),
    DRAIN_SECONDS: parsed.DRAIN_SECONDS ?? standing.drainSeconds,
    CASHOUT_NEW_ADDRESS_HOURS: parsed.CASHOUT_NEW_ADDRESS_HOURS ?? standing.addressHours,
  };
}

/** Defaults that differ in a demo. Null: no limit. */
const LIVE_DEFAULTS = { placements: 100, dayCredits: 2_000, drainSeconds: 5, addressHours: 24 };
const DEMO_DEFAULTS = { placements: null, dayCredits: null, drainSeconds: 0, addressHours: 0 };

/** All interfaces are no address that a link can lead to. */
function hostInUrl(host: string): string {
  if (host === "::" || host === "0.0.0.0") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function required<Value>(variable: string, value: Value | undefined): Value {
  if (value === undefined) throw new EnvError(variable, "required unless DEMO=1");
  return value;
}

const RATE_LIMIT = /^([a-z]+)=(\d{1,7}(?:\.\d{1,6})?)\/(\d{1,7})$/;
/** **Units** seconds. Longer windows belong to quotas, which outlive a restart. */
const RATE_WINDOW_MAX = 86_400;

/** `name=perSecond/burst`, with commas between; what is not named keeps its limit. */
function rateLimitsOf(text: string | undefined): RateLimits {
  const given = new Map<string, RateLimit>();
  for (const part of text?.split(",").map((one) => one.trim()) ?? []) {
    const [, name = "", perSecond, burst] = RATE_LIMIT.exec(part) ?? [];
    const limit = { perSecond: Number(perSecond), burst: Number(burst) };
    if (!RATE_CLASSES.some((known) => known === name)) {
      throw wrongLimit(part, `is not name=perSecond/burst with a name of ${RATE_CLASSES.join()}`);
    }
    if (given.has(name)) throw wrongLimit(part, "names a limit for the second time");
    // A window shorter than a second would let the burst through several times in one.
    if (limit.burst < limit.perSecond)
      throw wrongLimit(part, "has a burst below its calls a second");
    if (limit.burst === 0 || !(windowSecondsOf(limit) <= RATE_WINDOW_MAX)) {
      throw wrongLimit(part, "allows less than one burst a day");
    }
    given.set(name, limit);
  }
  return { ...RATE_LIMITS, ...Object.fromEntries(given) };
}

function wrongLimit(part: string, problem: string): EnvError {
  return new EnvError("RATE_LIMITS", `${JSON.stringify(part)} ${problem}`);
}

/** Without the webhook's secret a forged payment could not be told from a real one. */
function checkStripe(parsed: Parsed, checkout: Checkout): void {
  if (checkout !== "stripe") return;
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const) {
    if (parsed[name] === undefined) {
      throw new EnvError(name, "required with CHECKOUT_PROVIDER=stripe");
    }
  }
}

/** Stripe's own sandbox has keys of this form. */
const STRIPE_TEST_KEY = /^[rs]k_test_/;

/** The demo gives strangers credits and switches; keys and sessions of real money need TLS. */
function checkLive(parsed: Parsed, providers: { checkout: Checkout; cashout: Cashout }): void {
  const isStripeLive =
    providers.checkout === "stripe" && !STRIPE_TEST_KEY.test(parsed.STRIPE_SECRET_KEY ?? "");
  if (!isStripeLive && providers.cashout === "sandbox") return;
  if (parsed.DEMO) {
    const variable = isStripeLive ? "CHECKOUT_PROVIDER" : "CASHOUT_PROVIDER";
    throw new EnvError(variable, "a live provider is refused with DEMO=1; set DEMO=0");
  }
  if (providers.cashout === "sandbox") {
    throw new EnvError("CASHOUT_PROVIDER", "must be btcpay beside a live checkout");
  }
  if (!parsed.PUBLIC_BASE_URL?.startsWith("https://")) {
    throw new EnvError("PUBLIC_BASE_URL", "must be https with a live provider");
  }
}

/** Strangers would get credits for nothing. */
function checkDemo({ DEMO: isDemo, DEMO_PUBLIC: isMeant, PUBLIC_BASE_URL: url }: Parsed): void {
  if (!isDemo || isMeant || url === undefined || !isPublic(url)) return;
  const problem = "a demo at a public https address needs DEMO_PUBLIC=1; set DEMO=0 otherwise";
  throw new EnvError("DEMO", `${problem}; got "1" with PUBLIC_BASE_URL=${url}`);
}

/** Sandbox money must never meet real money. */
function checkProviders(parsed: Parsed, checkout: Checkout, cashout: Cashout): void {
  if (checkout === "sandbox" && !parsed.DEMO) {
    throw new EnvError("CHECKOUT_PROVIDER", "sandbox needs DEMO=1");
  }
  if (checkout === "sandbox" && cashout !== "sandbox") {
    throw new EnvError("CASHOUT_PROVIDER", "a real one is refused beside the sandbox checkout");
  }
  checkStripe(parsed, checkout);
  checkLive(parsed, { checkout, cashout });
  checkDemo(parsed);
  checkNeeded(parsed, cashout);
}

/** What a choice needs beside itself. */
function checkNeeded(parsed: Parsed, cashout: Cashout): void {
  for (const name of ["BTCPAY_URL", "BTCPAY_API_KEY", "BTCPAY_STORE_ID"] as const) {
    if (cashout === "btcpay" && parsed[name] === undefined) {
      throw new EnvError(name, "required with CASHOUT_PROVIDER=btcpay");
    }
  }
  if (parsed.SEARCH_ENGINE === "opensearch" && parsed.OPENSEARCH_URL === undefined) {
    throw new EnvError("OPENSEARCH_URL", "required with SEARCH_ENGINE=opensearch");
  }
  if (parsed.ADCP_TEST_CONTROLLER && !parsed.DEMO) {
    throw new EnvError("ADCP_TEST_CONTROLLER", "needs DEMO=1");
  }
  if (parsed.WEB_CONCURRENCY > 1 && parsed.REDIS_URL === undefined) {
    throw new EnvError("REDIS_URL", "required when WEB_CONCURRENCY is above 1");
  }
}
