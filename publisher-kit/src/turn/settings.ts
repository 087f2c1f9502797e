import { startTimer, systemNow } from "../core/clock.ts";
import { detectIntent } from "../language/intent/index.ts";
import type {
  CitationRender,
  IntentDetector,
  KitMode,
  KitPolicy,
  PublisherKitOptions,
  StartTimer,
} from "../types.ts";

/** Source: the kit's contract: at most six cards, and 800 ms for everything. */
const CARDS_MAX = 6;
const TIMEOUT_MS = 800;
/** Prices and stock that are shown are never older than this. */
const SHARE_MAX_MS = 60_000;

export type Settings = {
  baseUrl: string;
  apiKey: string;
  placements: readonly string[] | undefined;
  timeoutMs: number;
  products: boolean;
  shareSearchesMs: number;
  mode: KitMode;
  policy: KitPolicy;
  cardsMax: number;
  intent: IntentDetector;
  shareText: boolean;
  render: CitationRender;
  appendDisclosure: boolean;
  consent: PublisherKitOptions["consent"];
  test: boolean;
  fetch: typeof globalThis.fetch;
  secrets: readonly string[];
  now: () => number;
  startTimer: StartTimer;
};

/**
 * Checks what a host configured, once, where a mistake can still be seen.
 *
 * Errors: `TypeError` naming the option; never the key.
 */
export function readSettings(options: PublisherKitOptions): Settings {
  const { timeoutMs = TIMEOUT_MS, policy = {} } = options;
  const baseUrl = readSecret(options.baseUrl, "baseUrl");
  const apiKey = readSecret(options.apiKey, "apiKey");
  const isUrl = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol);
  if (baseUrl !== "" && !isUrl) {
    throw new TypeError(
      "`baseUrl` must be the http or https URL of the exchange, such as https://ads.example.com.",
    );
  }
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new TypeError(
      `\`timeoutMs\` must be a positive number of milliseconds, such as 800; got ${timeoutMs}.`,
    );
  }
  return {
    baseUrl,
    apiKey,
    placements: options.placements,
    timeoutMs,
    products: options.products ?? true,
    shareSearchesMs: Math.min(SHARE_MAX_MS, Math.max(0, options.shareSearchesMs ?? SHARE_MAX_MS)),
    mode: options.mode ?? "sidebar",
    policy,
    cardsMax: Math.min(CARDS_MAX, Math.max(1, Math.floor(policy.maxCards ?? CARDS_MAX))),
    intent: options.intent ?? detectIntent,
    ...readReading(options),
    consent: options.consent,
    test: options.test ?? false,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    secrets: readSecrets(options, apiKey),
    now: options.now ?? systemNow,
    startTimer: options.startTimer ?? startTimer,
  };
}

/**
 * A build of the host's app imports the kit without its secrets, so an absent one is an error of
 * the first request only.
 */
function readSecret(value: unknown, name: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new TypeError(`\`${name}\` must be a string.`);
  return value.trim();
}

/** How answers are read. */
function readReading({ shareText, render, appendDisclosure }: PublisherKitOptions) {
  return {
    shareText: shareText ?? false,
    render: render ?? "markdown",
    appendDisclosure: appendDisclosure ?? true,
  };
}

/**
 * Without a secret of its own the kit signs with one derived from the key, which every process of
 * the host has; it does not leave the server either way.
 */
function readSecrets({ sessionSecret }: PublisherKitOptions, apiKey: string): readonly string[] {
  if (sessionSecret === undefined) return apiKey === "" ? [] : [apiKey];
  const given = typeof sessionSecret === "string" ? [sessionSecret] : [...sessionSecret];
  if (given.length === 0 || given.some((secret) => secret.length < 16)) {
    throw new TypeError(
      "`sessionSecret` must be a string of at least 16 characters, or two of them for rotation.",
    );
  }
  return given;
}
