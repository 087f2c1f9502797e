import { createPublisherKit } from "@placard/publisher-kit";
import { createKoaMiddleware } from "@placard/publisher-kit/koa";
import type { PublisherKit, StartTimer } from "@placard/publisher-kit/types";
import type { Context, Middleware } from "koa";
import { faultWords } from "../faults/defaults.ts";
import { attemptWithFaults } from "../faults/exchange-faults.ts";
import type { DemoSettings } from "../wire.ts";
import { type Attempt, createWatchedFetch } from "./calls.ts";
import type { Timeline } from "./timeline.ts";

export const OFFERS_PATH = "/demo/offers";

const MINUTE_MS = 60_000;
/** Longer than a session token lives. */
const LONG_AGO_MS = 20 * MINUTE_MS;
/** Reports that wait get this long when a kit closes. */
const DRAIN_MS = 1_500;

/** A kit with its routes, for one browser and what it has chosen. */
export type SessionKit = {
  kit: PublisherKit;
  routes: Middleware;
  /** A session token that has run out, made by the kit itself. */
  expiredToken(): Promise<string>;
};

/** Whose key a kit uses and which bookings it serves. */
export type Seller = {
  name: string;
  apiKey: string;
  /** All of them where no unit is chosen. */
  placementsOf(adUnitType: string | undefined): string[] | undefined;
};

/** Who is served, and what they have chosen by now. */
export type Visitor = {
  key: string;
  settings: DemoSettings;
  /** The kits that serve this browser, by what they were made for. */
  kits: Map<string, SessionKit>;
};

export type SessionKitOptions = {
  /** The exchange's public address: the only place a card may link to. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  now: () => number;
  sellerOf: (publisher: string) => Seller;
  timeline: Timeline;
  warn: (message: string, fields?: Record<string, unknown>) => void;
  /** Where time is not the machine's. */
  startTimer?: StartTimer;
  /** What happens to a call on its way; by default the faults that are switched on. */
  attempt?: (call: Attempt) => Promise<Response>;
};

export type SessionKits = {
  kitOf(session: Visitor): SessionKit;
  /** Sends what is queued and lets the session's kits go. */
  close(session: Visitor): Promise<void>;
};

/**
 * One kit for each browser and choice: what one visitor breaks, such as the circuit breaker,
 * stays intact for the others. A real chat has one kit for all of its readers.
 */
export function createSessionKits(options: SessionKitOptions): SessionKits {
  return {
    kitOf(session) {
      const name = kitNameOf(session.settings);
      const known = session.kits.get(name);
      if (known !== undefined) return known;
      const opened = openKit(session, session.settings, options);
      session.kits.set(name, opened);
      return opened;
    },
    async close(session) {
      const kits = [...session.kits.values()];
      session.kits.clear();
      await Promise.all(kits.map(({ kit }) => kit.close({ drainMs: DRAIN_MS })));
    },
  };
}

function openKit(session: Visitor, chosen: DemoSettings, options: SessionKitOptions): SessionKit {
  const { baseUrl, now, timeline, warn } = options;
  const { apiKey, placementsOf } = options.sellerOf(chosen.publisher);
  const { origin } = new URL(baseUrl);
  const placements = placementsOf(chosen.adUnitType);
  const skewedNow = () => now() + session.settings.faults.clockSkewMinutes * MINUTE_MS;
  const kit = createPublisherKit({
    baseUrl,
    apiKey,
    mode: chosen.mode,
    ...(placements !== undefined && { placements }),
    ...(options.startTimer !== undefined && { startTimer: options.startTimer }),
    // What one visitor's faults did to an answer must not reach the next turn.
    shareSearchesMs: 0,
    fetch: createWatchedFetch({
      fetch: options.fetch,
      now,
      listener: timeline,
      attempt: (call) =>
        options.attempt?.(call) ?? attemptWithFaults(call, session.settings.faults, baseUrl),
    }),
    consent: ({ consent }) => consentOf(session.settings, consent),
    onEvent: timeline.onKitEvent.bind(timeline),
    logger: {
      // The timeline shows faults that are switched on; the terminal shows all others.
      warn: (message, fields) => {
        if (faultWords(session.settings.faults).length === 0) warn(message, fields);
      },
    },
    now: skewedNow,
  });
  const earlier = createPublisherKit({ baseUrl, apiKey, now: () => skewedNow() - LONG_AGO_MS });
  return {
    kit,
    routes: createKoaMiddleware<Context>(kit, {
      basePath: OFFERS_PATH,
      origins: [origin],
      claims: () => ({ sessionKey: session.key }),
    }),
    async expiredToken() {
      return (await earlier.session({ origin, sessionKey: session.key })).token;
    },
  };
}

export function kitNameOf({ publisher, mode, adUnitType }: DemoSettings): string {
  return [publisher, mode, adUnitType].join("|");
}

type Consent = NonNullable<Parameters<PublisherKit["turn"]>[0]["consent"]>;

export function consentOf(
  { faults }: DemoSettings,
  known: Consent | undefined,
): Consent | undefined {
  const { globalPrivacyControl, childDirected } = faults;
  if (!globalPrivacyControl && !childDirected) return undefined;
  return {
    ...known,
    ...(globalPrivacyControl && { gpc: true }),
    ...(childDirected && { coppa: true }),
  };
}
