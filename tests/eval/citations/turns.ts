import { readFileSync } from "node:fs";
import { type CitedOffer, citable, groupOffers } from "../../../publisher-kit/src/cards/offers.ts";
import type { CardDraft } from "../../../publisher-kit/src/cards/read.ts";
import { nonceOf, slugOf } from "../../../publisher-kit/src/citations/restore.ts";
import { DISCLOSURE_LABELS } from "../../../publisher-kit/src/generated/citation.ts";
import type { Delivery } from "../../../publisher-kit/src/turn/ask.ts";
import { citedPrompt } from "../../../publisher-kit/src/turn/context.ts";
import type { TurnPrompt } from "../../../publisher-kit/src/types.ts";

export const KINDS = [
  "advise",
  "choose",
  "off_topic",
  "criticize",
  "table",
  "list",
  "code",
] as const;

/** A line of `turns.jsonl`. */
export interface CitationTurn {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly lang: string;
  /** The reader's message. */
  readonly text: string;
  readonly offers: readonly (BookedOffer | FeedProduct)[];
  /** Indexes of the offers that the reader's message is about; none where all are off topic. */
  readonly fits: readonly number[];
}

/** The first sentence of the text is the offer's title. */
interface BookedOffer {
  readonly sponsor: string;
  readonly text: string;
}

interface FeedProduct {
  readonly seller: string;
  readonly title: string;
  readonly price: number;
  readonly currency: string;
}

const FILE = new URL("turns.jsonl", import.meta.url);
const LINK = "https://exchange.example/r/";

export function readTurns(): CitationTurn[] {
  const lines = readFileSync(FILE, "utf8").trim().split("\n");
  return lines.map((line): CitationTurn => JSON.parse(line));
}

/** Spread evenly over the file, which lists the turns by kind. */
export function someOf<Item>(items: readonly Item[], count: number): Item[] {
  const picked = Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor((index * items.length) / count)],
  );
  return picked.filter((item) => item !== undefined);
}

export interface PreparedTurn {
  readonly prompt: TurnPrompt;
  readonly offers: readonly CitedOffer[];
  /** The offers that the reader's message is about, by their ids. */
  readonly fitting: ReadonlySet<string>;
}

/** The prompt as the kit builds it for these offers. */
export function prepare({ id, lang, offers, fits }: CitationTurn): PreparedTurn {
  const links = offers.map((_, index) => `${LINK}${id}-${index}`);
  const deliveries = offers.flatMap((offer, index) =>
    "text" in offer ? [deliveryOf(offer, lang, links[index] ?? "")] : [],
  );
  const products = offers.flatMap((offer, index) =>
    "text" in offer ? [] : [{ draft: productOf(offer, links[index] ?? ""), deliveries: [] }],
  );
  const cited = citedPrompt(citable([...groupOffers(deliveries), ...products], lang));
  const fitting = new Set(fits.map((index) => links[index]));
  const ids = cited.offers.filter(({ draft }) => fitting.has(draft.clickUrl));
  return { ...cited, fitting: new Set(ids.map(({ cite }) => cite.offerId)) };
}

/** What the kit keeps of a delivery whose tag and label came from `deliver_ad`. */
function deliveryOf({ sponsor, text }: BookedOffer, lang: string, clickUrl: string): Delivery {
  const title = /^[^.!?\n]+/.exec(text)?.[0] ?? text;
  const label = DISCLOSURE_LABELS[lang]?.[0] ?? "Ad";
  return {
    campaignId: clickUrl,
    deliveryId: clickUrl,
    adUnitType: "cpr",
    offerKey: clickUrl,
    isNamed: true,
    contextBlock: undefined,
    mayReason: true,
    words: { offer: text },
    citation: { tag: `${slugOf(sponsor)}-${nonceOf(clickUrl)}`, label },
    draft: {
      kind: "campaign",
      title,
      sponsor,
      disclosure: `${label} · paid for by ${sponsor}`,
      clickUrl,
    },
  };
}

function productOf({ seller, title, price, currency }: FeedProduct, clickUrl: string): CardDraft {
  const noDiscount = { compareAtAmount: null, discountPercent: null, discountAmount: null };
  return {
    kind: "product",
    title,
    seller,
    availability: "in_stock",
    price: { amount: price, currency, ...noDiscount },
    disclosure: `Ad · Sold by ${seller}`,
    clickUrl,
  };
}
