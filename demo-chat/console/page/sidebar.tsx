import { h } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Conversation, Widget } from "../../src/page/use-conversation.ts";
import { elapsed } from "./format.ts";
import type { Session } from "./use-session.ts";
import { MESSAGES, NO_CARDS } from "./words.ts";

/** The widget as any host mounts it, and one line that says what it did. */
export function Sidebar({ session }: { session: Session }) {
  const { keepWidget, conversation, look } = session;
  const [element, setElement] = useState<Widget>();
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
  const widget = { endpoint: "/demo/offers", lang: language, theme: look.theme, ref: keep };
  return (
    <section class="panel sidebar" aria-labelledby="sidebar-title">
      <h2 id="sidebar-title">Sponsored offers</h2>
      <p class="status soft" role="status">
        {statusText(conversation.offers)}
      </p>
      {h("placard-offers", widget)}
    </section>
  );
}

function isWidget(element: Element | null): element is Widget {
  return element !== null && "show" in element && "clear" in element;
}

function statusText(offers: Conversation["offers"]): string {
  if (offers === undefined) return "Offers appear here when a question is about shopping.";
  const { result, afterMs } = offers;
  if (result.status === "no_fill") return NO_CARDS[result.reason] ?? "No offers for this question.";
  const { length } = result.cards;
  return `${length} ${length === 1 ? "offer" : "offers"} in ${elapsed(afterMs)}`;
}
