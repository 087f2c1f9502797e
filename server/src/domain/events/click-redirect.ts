import { idFromUuid, timeOfUuid } from "../../contract/ids.ts";
import { codeOfReason } from "../../contract/reasons.ts";
import { AD_UNITS, KIND } from "../../contract/units.ts";
import { type Cache, createBoundedMap } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { Foundation } from "../../core/foundation.ts";
import type { Signer } from "../../core/signing.ts";
import { expandMacros } from "../campaigns/index.ts";
import {
  type CampaignFacts,
  type ClickToken,
  DELIVERY_OPEN_MS,
  type FactsStore,
  hintHashOf,
  readToken,
  writeProductToken,
} from "../delivery/index.ts";
import type { Finding, TrafficGuard } from "../traffic/index.ts";
import { insertHint, insertProductClicks, type ProductClick } from "./queries.ts";
import { createRetryQueue, type RetryQueue } from "./retry-queue.ts";
import type { Settlement } from "./settlement.ts";
import { REDIRECT, type SettlementEvent } from "./settlement-event.ts";

export interface ClickRequest {
  readonly token: string;
  /** False for HEAD, which must not count at all. */
  readonly isCounted: boolean;
  /** What the request itself says against it: a declared bot, a prefetch. Kept, never billed. */
  readonly finding?: Finding | undefined;
  /** The agent whose key the request carried: a program, and perhaps one of the two sides. */
  readonly agentId?: string | undefined;
  readonly ip: string | undefined;
}

export type ClickAnswer =
  | { readonly status: 302; readonly location: string }
  | { readonly status: 404 | 410 };

export interface ClickRedirect {
  /** Decides where a click goes. Accounting follows behind; it never delays or fails the reader. */
  follow(request: ClickRequest): Promise<ClickAnswer>;
  productUrl(
    productNumber: bigint,
    hints: { publisherId?: string | undefined; origin?: string | undefined },
  ): string;
  waiting(): number;
  drain(): Promise<void>;
}

export interface ClickRedirectDeps extends Foundation {
  readonly facts: FactsStore;
  readonly settlement: Settlement;
  readonly signer: Signer;
  readonly cache: Cache;
  readonly traffic: TrafficGuard;
  readonly baseUrl: string;
  /** Where a product of the feed is sold: from memory, else from the database. */
  readonly products: {
    destinationOf(productNumber: bigint): { url: string } | null;
    resolveDestination(productNumber: bigint): Promise<{ url: string } | null>;
  };
}

const REDIRECTS_FOR_MS = 30 * 86_400_000;
const WAITING_MAX = 10_000;
const PRODUCT_CLICK_ONCE_MS = 30_000;
const HINTS_KNOWN_MAX = 10_000;

type CampaignToken = ClickToken & { readonly kind: "campaign" };
type ProductToken = ClickToken & { readonly kind: "product" };

/** What a click still needs after its reader was sent on. */
type Judging = () => Promise<void>;

interface Counting {
  readonly campaignClicks: RetryQueue<SettlementEvent>;
  readonly productClicks: RetryQueue<ProductClick>;
  /** Runs behind the redirect, as long as not too many others do. */
  behind(judging: Judging): void;
}

/** Answers clicks on tracked links at once, and settles or counts them behind the answer. */
export function createClickRedirect(deps: ClickRedirectDeps): ClickRedirect {
  const judging = new Set<Promise<void>>();
  const counting: Counting = {
    campaignClicks: createRetryQueue<SettlementEvent>({
      waitingMax: WAITING_MAX,
      logger: deps.logger,
      async write(events) {
        const results = await deps.settlement.settle(events);
        return events.filter((_, index) => results[index]?.fault !== undefined);
      },
    }),
    productClicks: createRetryQueue<ProductClick>({
      waitingMax: WAITING_MAX,
      logger: deps.logger,
      async write(clicks) {
        await insertProductClicks(deps.db, clicks);
        return [];
      },
    }),
    behind(judge) {
      const waiting = judging.size + counting.campaignClicks.size();
      if (waiting >= WAITING_MAX) return;
      const running = judge()
        .catch((error: unknown) => deps.logger.error({ err: String(error) }, "click_lost"))
        .finally(() => judging.delete(running));
      judging.add(running);
    },
  };
  const { campaignClicks, productClicks } = counting;
  return {
    async follow(request) {
      const token = readToken(request.token, deps.signer);
      if (token === undefined) return { status: 404 };
      const ageMs = deps.clock.now().getTime() - token.issuedAtMs;
      if (ageMs > REDIRECTS_FOR_MS) return { status: 410 };
      return token.kind === "campaign"
        ? followCampaign(token, request, deps, counting)
        : followProduct(token, request, deps, counting);
    },
    productUrl: createProductLinks(deps),
    waiting: () => judging.size + campaignClicks.size() + productClicks.size(),
    async drain() {
      await Promise.all(judging);
      await Promise.all([campaignClicks.drain(), productClicks.drain()]);
    },
  };
}

async function followCampaign(
  token: CampaignToken,
  request: ClickRequest,
  deps: ClickRedirectDeps,
  counting: Counting,
): Promise<ClickAnswer> {
  const facts = await deps.facts.byNumber(token.campaignNumber);
  if (facts === undefined) return { status: 404 };
  if (request.isCounted) {
    const click = { token, facts, uuid: deps.ids.uuid(), isLate: isLate(token, deps.clock) };
    counting.behind(async () => {
      const finding = await findingOf(click, request, deps.traffic);
      counting.campaignClicks.add(clickEvent(click, finding));
    });
  }
  return {
    status: 302,
    location: expandMacros(landingOf(facts.creative, timeOfUuid(token.deliveryUuid)), {
      click_id: idFromUuid("clk", token.deliveryUuid),
      campaign_id: facts.campaignId,
      placement_id: facts.placementId,
    }),
  };
}

/**
 * Where a link leads: to the address of the version that was delivered, or of a later one that a
 * reviewer has approved. Else an advertiser could change what readers were promised.
 */
function landingOf({ url, landings }: CampaignFacts["creative"], deliveredMs: number): string {
  const mayShow = landings?.filter((one) => one.isReviewed || one.sinceMs <= deliveredMs);
  return mayShow?.at(-1)?.url ?? landings?.[0]?.url ?? url;
}

interface CampaignClick {
  readonly token: CampaignToken;
  readonly facts: CampaignFacts;
  readonly uuid: string;
  readonly isLate: boolean;
}

function isLate(token: CampaignToken, clock: Clock): boolean {
  return timeOfUuid(token.deliveryUuid) + DELIVERY_OPEN_MS < clock.now().getTime();
}

/** Who declares itself is believed; only what could be billed counts for its address. */
async function findingOf(
  { token, facts, isLate }: CampaignClick,
  { agentId, finding, ip }: ClickRequest,
  traffic: TrafficGuard,
): Promise<Finding | undefined> {
  const { publisherId, advertiserId } = facts;
  if (agentId === publisherId || agentId === advertiserId) {
    return { reason: "self_click", rule: "own_key" };
  }
  if (agentId !== undefined) return { reason: "declared_bot", rule: "agent_key" };
  if (finding !== undefined || isLate) return finding;
  const { deliveryUuid } = token;
  return traffic.judgeClick({ ip, deliveryUuid, sides: [publisherId, advertiserId] });
}

function clickEvent(click: CampaignClick, finding: Finding | undefined): SettlementEvent {
  const { facts, token } = click;
  const reason = finding?.reason ?? (click.isLate ? "outside_window" : undefined);
  return {
    facts,
    uuid: click.uuid,
    reporterId: REDIRECT,
    kind: KIND.click,
    quantity: 1,
    deliveryUuid: token.deliveryUuid,
    deliveryVersion: token.version,
    clickUuid: null,
    preassignedReason: codeOfReason(reason),
    isBilling: AD_UNITS[facts.adUnitType].kind === KIND.click,
    isVerified: reason === undefined,
    needsVerified: facts.verifiedOnly,
    session: null,
    sessionWindow: null,
    orderHash: null,
    couponCode: null,
    byAdvertiser: false,
    occurredAt: null,
    detail: finding === undefined ? null : { rule: finding.rule },
  };
}

async function followProduct(
  token: ProductToken,
  request: ClickRequest,
  deps: ClickRedirectDeps,
  counting: Counting,
): Promise<ClickAnswer> {
  const { products } = deps;
  const destination =
    products.destinationOf(token.productNumber) ??
    (await products.resolveDestination(token.productNumber));
  if (destination === null) return { status: 404 };
  const uuid = deps.ids.uuid();
  if (request.isCounted) {
    const at = deps.clock.now();
    counting.behind(async () => {
      const addressHash = deps.traffic.hashOf(request.ip);
      if (!(await isFirst(token, addressHash, deps.cache))) return;
      const { productNumber, hintHash } = token;
      const isBot = isProgram(request, deps.traffic);
      counting.productClicks.add({ uuid, productNumber, hintHash, addressHash, isBot, at });
    });
  }
  const location = expandMacros(destination.url, { click_id: idFromUuid("clk", uuid) });
  return { status: 302, location };
}

function isProgram(request: ClickRequest, traffic: TrafficGuard): boolean {
  const isKnown = request.finding !== undefined || request.agentId !== undefined;
  return isKnown || traffic.isListed(request.ip);
}

/** One click for each product, address and half minute: lists share their links. */
async function isFirst(token: ProductToken, addressHash: Buffer | null, cache: Cache) {
  const key = `click:${token.productNumber}:${addressHash?.toString("base64url") ?? "-"}`;
  return cache.add(key, "1", PRODUCT_CLICK_ONCE_MS).catch(() => true);
}

function createProductLinks(deps: ClickRedirectDeps): ClickRedirect["productUrl"] {
  const known = createBoundedMap<bigint, true>(HINTS_KNOWN_MAX);
  return (productNumber, hints) => {
    const hintHash = hintHashOf({
      ...(hints.publisherId === undefined ? {} : { publisherId: hints.publisherId }),
      ...(hints.origin === undefined ? {} : { origin: hints.origin }),
    });
    if (hintHash !== 0n && !known.has(hintHash)) {
      known.set(hintHash, true);
      // Without the row the click still counts, only its hints are unknown; so try again later.
      insertHint(deps.db, { hash: hintHash, ...hints }).catch(() => known.delete(hintHash));
    }
    const token = { productNumber, hintHash, now: deps.clock.now() };
    return `${deps.baseUrl}/r/${writeProductToken(token, deps.signer)}`;
  };
}
