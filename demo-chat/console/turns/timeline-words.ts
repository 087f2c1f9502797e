import type { FormulatedQuery, KitEvent, NoFillReason } from "@placard/publisher-kit/types";
import { type Json, textOf } from "../../goods/market/json.ts";
import { whyNotBilled } from "../../goods/market/reasons.ts";
import type { StepKind } from "../wire.ts";
import { citationStep, citedFields, unmarkedStep } from "./citation-words.ts";
import { type About, creditsText, fieldsOf, type NewStep } from "./step-words.ts";

/** Source: the contract's deadline for a sponsored turn. */
const BAR_MS = 800;

const NO_CARDS: Readonly<Record<NoFillReason, string>> = {
  no_intent: "No offers: no shopping intent.",
  sensitive: "No offers: sensitive topic.",
  policy: "No offers: publisher policy.",
  consent: "No offers: consent is missing.",
  capped: "No offers: frequency cap reached.",
  timeout: "No offers: the exchange was too slow.",
  empty: "No offers: nothing matched.",
  feed_pending: "No offers: the product search is still being built.",
  http_error: "No offers: the exchange could not answer.",
  aborted: "No offers: the request was aborted.",
  circuit_open: "No offers: the circuit breaker is open after failures.",
  no_campaign: "No offers: no active campaign.",
};

type Of<Type extends KitEvent["type"]> = Extract<KitEvent, { type: Type }>;
/** Reports and whole turns are described where their calls are known. */
type Plain = Exclude<KitEvent, Of<"report"> | Of<"turn">>;

/** A step for people, or nothing for what would only be noise. */
export function describeEvent(event: Plain, about: About): NewStep | undefined {
  switch (event.type) {
    case "intent":
      return intentStep(event);
    case "query":
      return queryStep(event.query);
    case "search":
      return searchStep(event, about);
    case "delivery":
      return deliveryStep(event, about);
    case "context_used":
      return contextStep(event, about);
    case "citation":
      return citationStep(event, about);
    case "unmarked":
      return unmarkedStep(event);
    case "widget":
      return widgetStep(event, about);
    case "widget_rejected":
      return {
        kind: "cards",
        text: `Event of the page not accepted: ${spaced(event.reason)}.`,
        fields: fieldsOf({ Event: event.event, Reason: event.reason }),
      };
    case "key_refused":
      return {
        kind: "search",
        text: "The exchange refused the key.",
        fields: fieldsOf({ Code: event.code }),
      };
    case "card_dropped":
      return {
        kind: "cards",
        text: `Card dropped: ${DROPPED[event.reason] ?? spaced(event.reason)}.`,
        fields: fieldsOf({ Kind: event.kind, Reason: event.reason }),
      };
  }
}

const DROPPED: Readonly<Record<string, string>> = {
  bad_click_url: "its link is not a click redirect of the exchange",
  no_disclosure: "it has no disclosure",
};

const spaced = (code: string): string => code.replaceAll("_", " ");

function intentStep({ shopping, sensitive, score, reasons }: Of<"intent">): NewStep {
  const share = `${Math.round(score * 100)}%`;
  const fields = fieldsOf({
    Shopping: shopping ? "yes" : "no",
    Sensitive: sensitive ? "yes" : "no",
    Score: share,
    Reasons: reasons.map(spaced).join(", "),
  });
  if (sensitive) {
    const text = "Sensitive topic: no request to the exchange.";
    return { kind: "intent", text, fields };
  }
  const text = shopping ? `Shopping intent, ${share}.` : `No shopping intent (${share}).`;
  return { kind: "intent", text, fields };
}

function queryStep(query: FormulatedQuery): NewStep {
  const { q, minPrice, maxPrice, currency = "USD", minDiscountPercent, inStockOnly } = query;
  const from = minPrice === undefined ? undefined : `from ${minPrice} ${currency}`;
  const to = maxPrice === undefined ? undefined : `up to ${maxPrice} ${currency}`;
  const off = minDiscountPercent === undefined ? undefined : `${minDiscountPercent}% off`;
  const stock = inStockOnly === true ? "in stock" : undefined;
  const without = query.exclude === undefined ? undefined : `without ${query.exclude.join(", ")}`;
  const order = query.sort === undefined ? undefined : `by ${spaced(query.sort)}`;
  const all = [`“${q}”`, without, from, to, off, stock, order];
  const parts = all.filter((part) => part !== undefined);
  const text = `Sent to the exchange: ${parts.join(", ")}`;
  const price = [from, to].filter((part) => part !== undefined).join(", ");
  return {
    kind: "query",
    text,
    fields: fieldsOf({
      Query: q,
      Excluded: query.exclude?.join(", "),
      Price: price,
      Discount: off,
      Availability: stock,
      Order: query.sort === undefined ? undefined : spaced(query.sort),
    }),
  };
}

function searchStep(event: Of<"search">, { durationMs = event.durationMs }: About): NewStep {
  const { outcome, items, requestId } = event;
  const found = outcome === "ok" ? `${items} products` : spaced(outcome);
  return {
    kind: "search",
    text: `Product search: ${found} in ${durationMs} ms.`,
    fields: fieldsOf({
      Outcome: outcome,
      Products: items,
      Time: `${durationMs} ms of ${BAR_MS} ms`,
      Request: requestId,
    }),
  };
}

function deliveryStep(event: Of<"delivery">, about: About): NewStep | undefined {
  const { campaignId, outcome, requestId } = event;
  const { durationMs = event.durationMs } = about;
  // All bookings but one are about something else in every turn; the end of the turn sums them up.
  if (outcome === "topic_excluded") return undefined;
  const name = about.nameOf(campaignId);
  const text =
    outcome === "filled"
      ? `Offer of ${name} delivered in ${durationMs} ms.`
      : `No offer of ${name}: ${spaced(outcome)}.`;
  const time = `${durationMs} ms of ${BAR_MS} ms`;
  return {
    kind: "delivery",
    text,
    fields: fieldsOf({ Outcome: outcome, Time: time, Campaign: campaignId, Request: requestId }),
  };
}

export function cardsStep({ status, reason, cards }: Of<"turn">, tookMs: number): NewStep {
  const time = `${tookMs} ms of ${BAR_MS} ms`;
  if (status === "filled") {
    const text = `${cards} ${cards === 1 ? "card" : "cards"} for the reader.`;
    return { kind: "cards", text, fields: fieldsOf({ Cards: cards, "Whole turn": time }) };
  }
  const text = reason === undefined ? "No offers." : NO_CARDS[reason];
  return { kind: "cards", text, fields: fieldsOf({ Reason: reason, "Whole turn": time }) };
}

function contextStep({ campaigns }: Of<"context_used">, { nameOf }: About): NewStep {
  const fields = fieldsOf({ Campaigns: campaigns.map(nameOf).join(", ") });
  return { kind: "context", text: "The offers were put into the model's context.", fields };
}

const ON_CARD: Readonly<Record<Of<"widget">["event"], string>> = {
  viewable: "Seen for a second",
  click: "Clicked",
  hide: "Hidden by the reader",
  why: "“Why this ad” was opened",
};

function widgetStep({ event, campaignId }: Of<"widget">, { nameOf }: About): NewStep | undefined {
  if (campaignId !== undefined) {
    return { kind: event, text: `${ON_CARD[event]}: ${nameOf(campaignId)}.` };
  }
  // Four products are seen in nearly every turn.
  return event === "viewable" ? undefined : { kind: event, text: `${ON_CARD[event]}: a product.` };
}

/** A report as it was sent, and what the exchange answered. */
export type SentReport = { event: Json | undefined; acknowledgement: Json };

/** A report's end, or the wait for its next try. */
export function reportStep(
  { outcome, campaignId, eventId, detail }: Of<"report">,
  about: Pick<About, "nameOf">,
  { event, acknowledgement }: SentReport,
): NewStep {
  const kind: StepKind = "report";
  const name = about.nameOf(campaignId);
  const why = detail === undefined ? "" : ` (${spaced(detail)})`;
  const { chargedCredits, earnedCredits, remainingCredits, counted } = acknowledgement;
  const fields = [
    ...fieldsOf({ Outcome: outcome, Reason: detail, Event: eventId }),
    ...citedFields(event, acknowledgement),
    ...fieldsOf({
      Counted: counted,
      Charged: creditsText(chargedCredits),
      Earned: creditsText(earnedCredits),
      "Left in the budget": creditsText(remainingCredits),
      Campaign: textOf(acknowledgement.campaignStatus),
    }),
  ];
  if (outcome !== "acknowledged") {
    return { kind, text: `Report ${outcome}: ${name}${why}.`, fields };
  }
  const text =
    detail === undefined ? `Settled: ${name}.` : `Not billed: ${whyNotBilled(detail)}. ${name}`;
  return { kind, text, fields };
}
