import { h } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { elapsed } from "./format.ts";
import type { Offers, SidebarResult } from "./use-conversation.ts";
import type { Desk } from "./use-desk.ts";
import { MESSAGES, NO_CARDS } from "./words.ts";

/** The widget as any host mounts it, and one line that says what it did. */
export function Sidebar({ desk }: { desk: Desk }) {
  const { keepOffers, conversation, look } = desk;
  const [element, setElement] = useState<Offers>();
  const keep = useCallback(
    (found: Element | null) => {
      const known = isOffers(found) ? found : undefined;
      setElement(known);
      keepOffers(known);
    },
    [keepOffers],
  );
  const { language } = look;
  useEffect(() => {
    element?.update({ messages: MESSAGES[language], locale: language });
  }, [element, language]);
  const widget = { endpoint: "/demo/offers", lang: language, theme: look.theme, ref: keep };
  return (
    <section class="panel sidebar" aria-labelledby="sidebar-title">
      <h2 id="sidebar-title">Beside the answer</h2>
      <p class="status soft" role="status">
        {statusText(conversation.sidebar)}
      </p>
      {h("placard-offers", widget)}
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
