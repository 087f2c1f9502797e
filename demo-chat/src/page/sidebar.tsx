import type { NoFillReason } from "@placard/publisher-kit/types";
import { h } from "preact";
import { useCallback } from "preact/hooks";
import { elapsed } from "./format.ts";
import type { Offers, SidebarResult } from "./use-demo.ts";

type Props = {
  result: SidebarResult | undefined;
  onElement: (element: Offers | undefined) => void;
};

/** The widget as any host mounts it, and one line that says what it did. */
export function Sidebar({ result, onElement }: Props) {
  const keep = useCallback(
    (element: Element | null) => onElement(isOffers(element) ? element : undefined),
    [onElement],
  );
  return (
    <section class="panel sidebar" aria-labelledby="sidebar-title">
      <h2 id="sidebar-title">Beside the answer</h2>
      <p class="status soft" role="status">
        {statusText(result)}
      </p>
      {h("placard-offers", { endpoint: "/demo/offers", ref: keep })}
    </section>
  );
}

function isOffers(element: Element | null): element is Offers {
  return element !== null && "turn" in element && "clear" in element;
}

function statusText(shown: SidebarResult | undefined): string {
  if (shown === undefined) return "Cards appear here when a question is about shopping.";
  const { result, afterMs } = shown;
  if (result.status === "no_fill") return NO_CARDS[result.reason] ?? "No cards for this question.";
  const { length } = result.cards;
  return `${length} ${length === 1 ? "card" : "cards"} after ${elapsed(afterMs)}`;
}

const NO_CARDS: Partial<Record<NoFillReason, string>> = {
  no_intent: "No cards: this was not about shopping.",
  sensitive: "No cards: advertising stays away from this subject.",
  consent: "No cards: your browser asks not to be tracked, and consent is missing.",
  timeout: "No cards: the exchange was too slow, so the chat went on without.",
  empty: "No cards: nothing in the catalogue matched.",
  feed_pending: "No cards yet: the product search is still being built.",
  http_error: "No cards: the server could not answer.",
};
