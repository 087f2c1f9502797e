import { nonceOf, type Restored, slugOf } from "../citations/restore.ts";
import type { CitationOffer } from "../citations/types.ts";
import { DISCLOSURE_LABELS } from "../generated/citation.ts";
import { unitOf } from "../generated/reported-units.ts";
import type { Delivery } from "../turn/ask.ts";
import type { CardDraft } from "./read.ts";

/**
 * What one card of a turn offers. Bookings of one advertiser with the same creative are one offer:
 * they share its card and its tag, and each earns by its own rule.
 */
export type TurnOffer = {
  draft: CardDraft;
  /** Empty for a product of the feed. */
  deliveries: readonly Delivery[];
};

/** An offer that the answer may cite. */
export type CitedOffer = TurnOffer & { cite: CitationOffer };

const BILLERS = ["exchange", "advertiser", "publisher"];

/** Those whose clicks earn come first: the card leads through their link. */
const clickRank = ({ adUnitType }: Delivery): number => {
  const unit = unitOf(adUnitType);
  return unit?.followsClick === true ? BILLERS.indexOf(unit.biller) : BILLERS.length;
};

/**
 * Deliveries by what they offer, in the order in which they came. One creative of one advertiser is
 * shown once: where its bookings differ in label or coupon, those of the first are served. The
 * order rotates from turn to turn.
 */
export function groupOffers(deliveries: readonly Delivery[]): TurnOffer[] {
  const served = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const group = served.get(delivery.offerKey) ?? [];
    const [first = delivery] = group;
    if (termsOf(first) === termsOf(delivery)) served.set(delivery.offerKey, [...group, delivery]);
  }
  return [...served.values()].flatMap((group): TurnOffer[] => {
    const [lead] = group.toSorted((one, other) => clickRank(one) - clickRank(other));
    return lead === undefined ? [] : [{ draft: lead.draft, deliveries: group }];
  });
}

const termsOf = ({ draft }: Delivery): string => `${draft.disclosure}\n${draft.couponCode ?? ""}`;

/** The booking that pays for a view of the card, else the first. */
export function viewedDelivery({ deliveries }: TurnOffer): Delivery | undefined {
  return (
    deliveries.find(({ adUnitType }) => unitOf(adUnitType)?.event === "impression") ?? deliveries[0]
  );
}

/** What the model may cite of a turn: bookings that may influence it, and products. */
export function citable(offers: readonly TurnOffer[], locale: string | undefined): CitedOffer[] {
  const tags = new Set<string>();
  return offers.flatMap((offer): CitedOffer[] => {
    const cite = offer.deliveries.length > 0 ? ofBooking(offer) : ofProduct(offer.draft, locale);
    if (cite === undefined || tags.has(cite.tag)) return [];
    tags.add(cite.tag);
    return [{ ...offer, cite }];
  });
}

function ofBooking({ draft, deliveries }: TurnOffer): CitationOffer | undefined {
  const delivery = deliveries.find(({ mayReason, citation }) => mayReason && citation);
  if (delivery?.citation === undefined) return undefined;
  const { tag, label } = delivery.citation;
  return {
    offerId: delivery.campaignId,
    tag,
    label,
    sponsor: draft.sponsor ?? "",
    clickUrl: draft.clickUrl,
    title: draft.title,
  };
}

const SEPARATOR = " · ";

/** A product's disclosure is its label and whose it is; its tag is of our own making. */
function ofProduct(draft: CardDraft, locale: string | undefined): CitationOffer {
  const { clickUrl, disclosure, seller, title } = draft;
  const [first = "", ...rest] = disclosure.split(SEPARATOR);
  const tag = `${slugOf(seller ?? title)}-${nonceOf(clickUrl)}`;
  const sponsor = localised(rest.join(SEPARATOR).replace(/^Sold by /, ""), locale);
  return { offerId: tag, tag, label: localised(first, locale), sponsor, clickUrl, title };
}

/** An English label in the reader's language, where that is one of the exchange's. */
function localised(label: string, locale: string | undefined): string {
  const language = locale?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  const at = DISCLOSURE_LABELS.en?.indexOf(label) ?? -1;
  return (at < 0 ? undefined : DISCLOSURE_LABELS[language]?.[at]) ?? label;
}

/** Gives the offers of this turn the tags that the model knows them by. */
export function withOwnTags({ text, offers }: Restored, own: readonly CitedOffer[]): Restored {
  const earlier = offers.filter(({ clickUrl }) => ownOf(clickUrl, own) === undefined);
  const marked = offers.reduce((rest, { clickUrl, tag }) => {
    const now = ownOf(clickUrl, own)?.cite.tag ?? tag;
    return rest.replaceAll(`[[ad:${tag}]]`, `[[ad:${now}]]`);
  }, text);
  return { text: marked, offers: earlier };
}

const ownOf = (clickUrl: string, own: readonly CitedOffer[]): CitedOffer | undefined =>
  own.find(({ cite }) => cite.clickUrl === clickUrl);
