import { useEffect, useRef } from "preact/hooks";
import { paragraphsOf } from "./answer.ts";
import type { Message } from "./use-conversation.ts";

type Props = { messages: readonly Message[]; exchangeUrl: string; name: string; isBusy: boolean };

const LABEL = { class: "ad-label", target: "_blank", rel: "sponsored noopener noreferrer" };

/** The conversation; it follows the answer while it grows. */
export function Log({ messages, exchangeUrl, name, isBusy }: Props) {
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
          <Said message={message} exchangeUrl={exchangeUrl} />
        </div>
      ))}
    </section>
  );
}

/** The words of a message; the label of an offer is a link to it. */
function Said({ message, exchangeUrl }: { message: Message; exchangeUrl: string }) {
  const { role, text, isFailed } = message;
  if (text === "") return <p class="soft">Thinking</p>;
  if (role === "user" || isFailed) return <p class={isFailed ? "trouble" : ""}>{text}</p>;
  // Answers only grow, so a paragraph keeps its place.
  return paragraphsOf(text, exchangeUrl).map((pieces, place) => (
    <p key={place}>
      {pieces.map(({ text: words, href }, at) =>
        href === undefined ? (
          words
        ) : (
          <a key={at} href={href} {...LABEL}>
            {words}
          </a>
        ),
      )}
    </p>
  ));
}

export function Composer({ canSend, onSend }: { canSend: boolean; onSend(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (!canSend || !text || input.current === null) return;
    input.current.value = "";
    onSend(text);
  };
  return (
    <form class="composer" onSubmit={submit}>
      <label for="message">Your message</label>
      <div class="row">
        <input id="message" ref={input} maxLength={2_000} autocomplete="off" />
        <button type="submit" disabled={!canSend}>
          Send
        </button>
      </div>
    </form>
  );
}
