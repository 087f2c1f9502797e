import type { PlacardOffersElement } from "@placard/widget";
import { h } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { elapsed } from "./format.ts";
import type { Conversation, Session } from "./use-session.ts";
import { MESSAGES, NO_CARDS } from "./words.ts";

/** The widget as any host mounts it, and one line that says what it did. */
export function Sidebar({ session }: { session: Session }) {
  const { keepWidget, conversation, look } = session;
  const [element, setElement] = useState<PlacardOffersElement>();
  const keep = useCallback(
    (found: Element | null) => {
      const known = isWidget(found) ? found : undefined;
      setElement(known);
      keepWidget(known);
    },
    [keepWidget],
  );
  const { language } = look;
  useEffect(() => {
    element?.update({ messages: MESSAGES[language], locale: language });
  }, [element, language]);
  const hidden = useHiddenCards(element);
  const widget = { endpoint: "/demo/offers", lang: language, theme: look.theme, ref: keep };
  return (
    <section class="panel sidebar" aria-labelledby="sidebar-title">
      <h2 id="sidebar-title">Sponsored offers</h2>
      <p class="status soft" role="status">
        {statusText(conversation.offers, hidden)}
      </p>
      {h("placard-offers", widget)}
    </section>
  );
}

function isWidget(element: Element | null): element is PlacardOffersElement {
  return element !== null && "show" in element && "clear" in element;
}

/** How many places of the list say that their card is hidden; Undo empties them again. */
function useHiddenCards(element: PlacardOffersElement | undefined): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const root = element?.shadowRoot;
    if (root === null || root === undefined) return undefined;
    const look = () => setCount(root.querySelectorAll("[part=gap]").length);
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [element]);
  return count;
}

function statusText(offers: Conversation["offers"], hidden: number): string {
  if (offers === undefined) return "Offers appear here when a question is about shopping.";
  const { result, afterMs } = offers;
  if (result.status === "no_fill") return NO_CARDS[result.reason] ?? "No offers for this question.";
  const shown = Math.max(0, result.cards.length - hidden);
  const out = hidden === 0 ? "" : `, ${hidden} hidden`;
  return `${shown} ${shown === 1 ? "offer" : "offers"} in ${elapsed(afterMs)}${out}`;
}
