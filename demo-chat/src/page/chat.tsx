import type { Card } from "@placard/publisher-kit/types";
import { useEffect, useRef } from "preact/hooks";
import { paragraphsOf } from "./answer.ts";
import type { Message } from "./use-conversation.ts";

/** `cards` give the names of offers their links. */
type Offered = { exchangeUrl: string; cards: readonly Card[] };
type Props = Offered & { messages: readonly Message[]; name: string; isBusy: boolean };

const LINK = { target: "_blank", rel: "sponsored noopener noreferrer" };

/** The conversation; it follows the answer while it grows. */
export function Log({ messages, name, isBusy, ...offered }: Props) {
  const box = useRef<HTMLElement>(null);
  const length = messages.at(-1)?.text.length ?? 0;
  useEffect(() => {
    if (length >= 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [length]);
  return (
    <section class="log" role="log" aria-label="Conversation" aria-busy={isBusy} ref={box}>
      {messages.map((message, at) => (
        <div key={at} class={`message ${message.role}`}>
          <p class="who">{message.role === "user" ? "You" : name}</p>
          <Said message={message} {...offered} />
        </div>
      ))}
    </section>
  );
}

/** The words of a message; the name of an offer and its label are links to it. */
function Said({ message, exchangeUrl, cards }: Offered & { message: Message }) {
  const { role, text, isFailed } = message;
  if (text === "") return <p class="soft">Thinking</p>;
  if (role === "user" || isFailed) return <p class={isFailed ? "trouble" : ""}>{text}</p>;
  // Answers only grow, so a paragraph keeps its place.
  return paragraphsOf(text, exchangeUrl, cards).map((pieces, place) => (
    <p key={place}>
      {pieces.map(({ text: words, href, label }, at) =>
        href === undefined ? (
          words
        ) : (
          <a key={at} class={label ? "" : "ad-label"} href={href} title={label} {...LINK}>
            {words}
          </a>
        ),
      )}
    </p>
  ));
}
