import type { Exchange } from "../core/exchange.ts";
import { guarded, isRecord, type Json, textOf } from "../core/guards.ts";
import type { Host } from "../core/host.ts";
import type { ToolArguments } from "../generated/contract.ts";
import type { StartTimer } from "../types.ts";

/** A new booking shows within this time. */
const FRESH_MS = 10_000;
/** A list older than this says nothing about what is live. */
const STALE_MAX_MS = 300_000;
const RETRY_MS = 2_000;
const FETCH_MAX_MS = 5_000;
const PAGE_SIZE = 100;
const PAGES_MAX = 5;
const NAMES_MAX = 100;

export type LiveCampaign = {
  campaignId: string;
  placementId: string;
  adUnitType: string;
  /** The same for bookings of one advertiser with one creative. */
  offerKey: string;
  /** Names of the things that the creative offers; empty: it fits any turn. */
  names: readonly string[];
};

export type CampaignList = {
  /**
   * The live bookings as last known. Waits for the exchange only when nothing is known yet; the
   * wait is the caller's to cut short, the fetch goes on and serves the next turn.
   */
  current(): Promise<readonly LiveCampaign[]>;
  close(): void;
};

type Options = {
  exchange: Exchange;
  placements: readonly string[] | undefined;
  now: () => number;
  startTimer: StartTimer;
  host: Host;
};

/** Keeps the live bookings on the caller's placements, refreshed behind the turns that use it. */
export function createCampaignList(options: Options): CampaignList {
  const { exchange, placements, now, startTimer, host } = options;
  let known: { items: LiveCampaign[]; atMs: number } | undefined;
  let pending: { done: Promise<void>; startedAtMs: number; stop(): void } | undefined;
  let retryAtMs = 0;
  let isClosed = false;

  async function refresh(deadline: AbortController): Promise<void> {
    const cancel = startTimer(() => deadline.abort(), FETCH_MAX_MS);
    const items = await fetchAll(exchange, deadline.signal);
    cancel();
    if (items === undefined) {
      retryAtMs = now() + RETRY_MS;
      if (!exchange.isKeyRefused()) {
        const help = "Set `baseUrl` to the public URL of the exchange.";
        host.advise("campaign_list_failed", { url: exchange.origin, help });
      }
      return;
    }
    const wanted = items.filter(({ placementId }) => placements?.includes(placementId) ?? true);
    known = { items: wanted, atMs: now() };
  }

  function startRefresh(): Promise<void> {
    if (pending !== undefined && !isDead(pending)) return pending.done;
    const deadline = new AbortController();
    const done = refresh(deadline).finally(() => {
      if (pending === current) pending = undefined;
    });
    const current = { done, startedAtMs: now(), stop: () => deadline.abort() };
    pending = current;
    return done;
  }

  /** In workerd, waiting rejects where the request that started the refresh has ended. */
  function renewed(lost: Promise<void>): Promise<void> {
    if (pending?.done === lost) pending = undefined;
    return startRefresh();
  }

  /** Edge runtimes drop what a request started when it ends, its timers too. */
  const isDead = ({ startedAtMs }: { startedAtMs: number }): boolean =>
    now() - startedAtMs > 2 * FETCH_MAX_MS;

  return {
    async current() {
      if (isClosed) return [];
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now() - known.atMs;
      if (ageMs >= FRESH_MS && (pending !== undefined || now() >= retryAtMs)) {
        const refreshed = startRefresh();
        if (ageMs >= STALE_MAX_MS) await refreshed.catch(() => renewed(refreshed));
      }
      const usable = known !== undefined && now() - known.atMs < STALE_MAX_MS;
      return usable ? (known?.items ?? []) : [];
    },
    close() {
      isClosed = true;
      guarded(() => pending?.stop());
    },
  };
}

async function fetchAll(
  exchange: Exchange,
  signal: AbortSignal,
): Promise<LiveCampaign[] | undefined> {
  const items: LiveCampaign[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const args: ToolArguments["list_campaigns"] = {
      role: "publisher",
      status: "active",
      limit: PAGE_SIZE,
      ...(cursor && { cursor }),
    };
    const answer = await exchange.call("list_campaigns", args, signal);
    if (!answer.ok || !Array.isArray(answer.body.items)) return undefined;
    for (const item of answer.body.items) items.push(...readCampaign(item));
    cursor = textOf(answer.body.nextCursor, 2048);
    if (cursor === undefined) break;
  }
  return items;
}

function readCampaign(value: unknown): LiveCampaign[] {
  if (!isRecord(value)) return [];
  const campaignId = textOf(value.campaignId, 64);
  const placementId = textOf(value.placementId, 64);
  const adUnitType = textOf(value.adUnitType, 16);
  if (campaignId === undefined || placementId === undefined || adUnitType === undefined) return [];
  const offerKey = offerKeyOf(value, campaignId);
  return [{ campaignId, placementId, adUnitType, offerKey, names: namesOf(value) }];
}

function namesOf({ offer }: Json): string[] {
  const names = isRecord(offer) && Array.isArray(offer.names) ? offer.names : [];
  return names.slice(0, NAMES_MAX).flatMap((name) => textOf(name, 64) ?? []);
}

/** A booking whose advertiser or creative is not known is an offer of its own. */
function offerKeyOf({ advertiserId, creative }: Json, campaignId: string): string {
  const { text, url } = isRecord(creative) ? creative : {};
  const parts = [advertiserId, text, url];
  return parts.every((part) => typeof part === "string") ? parts.join("\n") : campaignId;
}
