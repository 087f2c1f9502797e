import type { FormulatedQuery, KitEvent, NoFillReason } from "@placard/publisher-kit/types";

export type Words = { step: string; text: string };

const NO_CARDS: Readonly<Record<NoFillReason, string>> = {
  no_intent: "No cards: the reader did not ask for anything to buy.",
  sensitive: "No cards: advertising stays away from this subject.",
  policy: "No cards: the publisher's own rule.",
  consent: "No cards: consent is missing.",
  capped: "No cards: enough for this conversation.",
  timeout: "No cards: the exchange was too slow.",
  empty: "No cards: nothing matched.",
  feed_pending: "No cards: the product search is still being built.",
  http_error: "No cards: the exchange could not answer.",
  aborted: "No cards: the reader was faster.",
  circuit_open: "No cards: the exchange is not asked for a while after failures.",
  no_campaign: "No cards: nothing is booked.",
};

/** One line for people, or nothing for what would only be noise. */
export function describeEvent(
  event: KitEvent,
  nameOf: (campaignId: string) => string,
): Words | undefined {
  switch (event.type) {
    case "intent":
      return { step: "intent", text: intentText(event) };
    case "query":
      return { step: "query", text: `Only this leaves the chat: ${queryText(event.query)}` };
    case "search":
      return { step: "search", text: searchText(event) };
    case "delivery":
      return deliveryWords(event, nameOf);
    case "turn":
      return { step: "cards", text: cardsText(event) };
    case "context_used":
      return { step: "context", text: "The offers were put into the model's context." };
    case "mention":
      return mentionWords(event, nameOf);
    case "widget":
      return widgetWords(event, nameOf);
    case "report":
      return reportWords(event, nameOf);
    case "card_dropped":
      return { step: "cards", text: `A card was left out: ${event.reason}.` };
  }
}

type Of<Type extends KitEvent["type"]> = Extract<KitEvent, { type: Type }>;

function intentText({ shopping, sensitive, score }: Of<"intent">): string {
  if (sensitive) return "A sensitive subject: nothing is asked of the exchange.";
  const share = `${Math.round(score * 100)} %`;
  return shopping ? `Shopping intent, ${share}.` : `No shopping intent (${share}).`;
}

function queryText({ q, minPrice, maxPrice, currency = "USD", ...filters }: FormulatedQuery) {
  const parts = [
    `“${q}”`,
    ...(minPrice === undefined ? [] : [`from ${minPrice} ${currency}`]),
    ...(maxPrice === undefined ? [] : [`up to ${maxPrice} ${currency}`]),
    ...(filters.minDiscountPercent === undefined ? [] : [`${filters.minDiscountPercent} % off`]),
    ...(filters.inStockOnly === true ? ["in stock"] : []),
  ];
  return parts.join(", ");
}

function searchText({ outcome, items, durationMs }: Of<"search">): string {
  const found = outcome === "ok" ? `${items} products` : outcome.replaceAll("_", " ");
  return `Product search: ${found} in ${durationMs} ms.`;
}

function deliveryWords(
  { campaignId, outcome, durationMs }: Of<"delivery">,
  nameOf: (campaignId: string) => string,
): Words | undefined {
  // Five of six bookings are about something else in every turn.
  if (outcome === "topic_excluded") return undefined;
  const name = nameOf(campaignId);
  const text =
    outcome === "filled"
      ? `Offer of ${name} delivered in ${durationMs} ms.`
      : `No offer of ${name}: ${outcome.replaceAll("_", " ")}.`;
  return { step: "delivery", text };
}

function cardsText({ status, reason, cards }: Of<"turn">): string {
  if (status === "filled") return `${cards} ${cards === 1 ? "card" : "cards"} for the sidebar.`;
  return reason === undefined ? "No cards." : NO_CARDS[reason];
}

function mentionWords(
  { campaignId, mention }: Of<"mention">,
  nameOf: (campaignId: string) => string,
): Words | undefined {
  if (campaignId === undefined) return undefined;
  const verb = mention.decision ? "chooses" : "recommends";
  return { step: "mention", text: `The answer ${verb} ${nameOf(campaignId)}.` };
}

const ON_CARD = {
  viewable: "Seen for a second",
  click: "Clicked",
  hide: "Hidden by the reader",
  why: "“Why this ad” was opened",
} as const;

function widgetWords(
  { event, campaignId }: Of<"widget">,
  nameOf: (campaignId: string) => string,
): Words | undefined {
  if (campaignId === undefined) {
    return event === "viewable"
      ? undefined
      : { step: event, text: `${ON_CARD[event]}: a product.` };
  }
  return { step: event, text: `${ON_CARD[event]}: ${nameOf(campaignId)}.` };
}

function reportWords(
  { outcome, campaignId, detail }: Of<"report">,
  nameOf: (campaignId: string) => string,
): Words | undefined {
  if (outcome === "queued") return undefined;
  const name = nameOf(campaignId);
  const why = detail === undefined ? "" : ` (${detail.replaceAll("_", " ")})`;
  if (outcome === "acknowledged") {
    const text =
      detail === undefined ? `Settled: ${name}.` : `Reported, not charged: ${name}${why}.`;
    return { step: "report", text };
  }
  return { step: "report", text: `Report ${outcome}: ${name}${why}.` };
}
