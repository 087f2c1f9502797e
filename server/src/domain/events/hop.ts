import { base32FromUuid, timeOfUuid } from "../../contract/ids.ts";
import type { Cache } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import type { Logger } from "../../core/log.ts";
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
import { BILLING_KIND, codeOfReason, KIND } from "./kinds.ts";
import { insertHint, insertProductClicks, type ProductClick } from "./queries.ts";
import { createRetryQueue, type RetryQueue } from "./retry-queue.ts";
import type { Settlement, SettlementEvent } from "./settlement.ts";

export interface HopRequest {
  readonly token: string;
  /** HEAD and other looks that must not count at all. */
  readonly isCounted: boolean;
  /** A declared bot, an agent or a prefetch: kept, never billed. */
  readonly isBot: boolean;
  readonly address: string | undefined;
}

export type HopAnswer =
  | { readonly status: 302; readonly location: string }
  | { readonly status: 404 | 410 };

export interface ClickHop {
  /** Decides where a click goes. Accounting follows behind; it never delays or fails the reader. */
  follow(request: HopRequest): Promise<HopAnswer>;
  /** The tracked link of a feed product. */
  productUrl(
    productNumber: bigint,
    hints: { publisherId?: string | undefined; origin?: string | undefined },
  ): string;
  /** Clicks that wait to be settled. */
  waiting(): number;
  drain(): Promise<void>;
}

export interface HopDeps {
  readonly facts: FactsStore;
  readonly settlement: Settlement;
  readonly signer: Signer;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly cache: Cache;
  readonly db: Database;
  readonly logger: Logger;
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

export function createClickHop(deps: HopDeps): ClickHop {
  const campaignClicks = createRetryQueue<SettlementEvent>({
    waitingMax: WAITING_MAX,
    logger: deps.logger,
    write: async (events) => void (await deps.settlement.settle(events)),
  });
  const productClicks = createRetryQueue<ProductClick>({
    waitingMax: WAITING_MAX,
    logger: deps.logger,
    write: (clicks) => insertProductClicks(deps.db, clicks),
  });
  return {
    async follow(request) {
      const token = readToken(request.token, deps.signer);
      if (token === undefined) return { status: 404 };
      const ageMs = deps.clock.now().getTime() - token.issuedAtMs;
      if (ageMs > REDIRECTS_FOR_MS) return { status: 410 };
      return token.kind === "campaign"
        ? followCampaign(token, request, deps, campaignClicks)
        : followProduct(token, request, deps, productClicks);
    },
    productUrl: createProductLinks(deps),
    waiting: () => campaignClicks.size() + productClicks.size(),
    async drain() {
      await Promise.all([campaignClicks.drain(), productClicks.drain()]);
    },
  };
}

async function followCampaign(
  token: CampaignToken,
  request: HopRequest,
  deps: HopDeps,
  clicks: RetryQueue<SettlementEvent>,
): Promise<HopAnswer> {
  const facts = await deps.facts.byNumber(token.campaignNumber);
  if (facts === undefined) return { status: 404 };
  if (request.isCounted) clicks.add(clickEvent(token, facts, request, deps));
  return {
    status: 302,
    location: expandMacros(facts.creative.url, {
      click_id: `clk_${base32FromUuid(token.deliveryUuid)}`,
      campaign_id: facts.campaignId,
      placement_id: facts.placementId,
    }),
  };
}

function clickEvent(
  token: CampaignToken,
  facts: CampaignFacts,
  request: HopRequest,
  deps: HopDeps,
): SettlementEvent {
  const openUntilMs = timeOfUuid(token.deliveryUuid) + DELIVERY_OPEN_MS;
  const isLate = openUntilMs < deps.clock.now().getTime();
  const reason = request.isBot ? "declared_bot" : isLate ? "outside_window" : undefined;
  return {
    facts,
    uuid: deps.ids.uuid(),
    kind: KIND.click,
    quantity: 1,
    deliveryUuid: token.deliveryUuid,
    deliveryVersion: token.version,
    clickUuid: null,
    preset: codeOfReason(reason),
    isBilling: BILLING_KIND[facts.adUnitType] === KIND.click,
    isVerified: reason === undefined,
    needsVerified: facts.verifiedOnly,
    session: null,
    sessionWindow: null,
    orderHash: null,
    couponCode: null,
    byAdvertiser: false,
    occurredAt: null,
    detail: null,
  };
}

async function followProduct(
  token: ProductToken,
  request: HopRequest,
  deps: HopDeps,
  clicks: RetryQueue<ProductClick>,
): Promise<HopAnswer> {
  const { products } = deps;
  const destination =
    products.destinationOf(token.productNumber) ??
    (await products.resolveDestination(token.productNumber));
  if (destination === null) return { status: 404 };
  const uuid = deps.ids.uuid();
  if (request.isCounted) {
    void isFirst(token, request, deps).then(({ first, addressHash }) => {
      if (!first) return;
      clicks.add({
        uuid,
        productNumber: token.productNumber,
        hintHash: token.hintHash,
        addressHash,
        isBot: request.isBot,
        at: deps.clock.now(),
      });
    });
  }
  const location = expandMacros(destination.url, { click_id: `clk_${base32FromUuid(uuid)}` });
  return { status: 302, location };
}

/** One click for each product, address and half minute: lists share their links. */
async function isFirst(
  token: ProductToken,
  request: HopRequest,
  deps: HopDeps,
): Promise<{ first: boolean; addressHash: Buffer | null }> {
  const { address } = request;
  const addressHash = address === undefined ? null : deps.signer.mac("address", address, 16);
  const key = `click:${token.productNumber}:${addressHash?.toString("base64url") ?? "-"}`;
  const first = await deps.cache.add(key, "1", PRODUCT_CLICK_ONCE_MS).catch(() => true);
  return { first, addressHash };
}

/** Makes the tracked links of products, and stores what their hints stand for. */
function createProductLinks(deps: HopDeps): ClickHop["productUrl"] {
  const known = new Set<bigint>();
  return (productNumber, hints) => {
    const hintHash = hintHashOf({
      ...(hints.publisherId === undefined ? {} : { publisherId: hints.publisherId }),
      ...(hints.origin === undefined ? {} : { origin: hints.origin }),
    });
    if (hintHash !== 0n && !known.has(hintHash)) {
      if (known.size >= HINTS_KNOWN_MAX) known.clear();
      known.add(hintHash);
      // Without the row the click still counts, only its hints are unknown; so try again later.
      insertHint(deps.db, { hash: hintHash, ...hints }).catch(() => known.delete(hintHash));
    }
    const token = { productNumber, hintHash, now: deps.clock.now() };
    return `${deps.baseUrl}/r/${writeProductToken(token, deps.signer)}`;
  };
}
