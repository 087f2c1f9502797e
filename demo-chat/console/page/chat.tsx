import { useEffect, useRef, useState } from "preact/hooks";
import type { DemoState, Sample } from "../wire.ts";
import { paragraphsOf } from "./answer.ts";
import { counted } from "./format.ts";
import { Samples } from "./samples.tsx";
import type { Message } from "./use-conversation.ts";
import type { Desk } from "./use-desk.ts";
import { faultsOn, STORES } from "./words.ts";

type Props = { desk: Desk; onSend: (text: string) => void };

const TEXT_MAX = 2_000;
/** Enough to begin with: one for each way of going on, and one that brings no card. */
const FIRST_SAMPLES = ["cpm", "cpa", null] as const;

export function Chat({ desk, onSend }: Props) {
  const { conversation, state, settings, isReachable, isReady } = desk;
  const { messages, isAnswering } = conversation;
  const canSend = isReady && isReachable && !isAnswering;
  const samples = state?.samples ?? [];
  return (
    <section class="panel chat" aria-labelledby="chat-title">
      <div class="head">
        <h1 id="chat-title">{settings?.publisher ?? "Demo chat"}</h1>
        {messages.length > 0 ? (
          <button
            type="button"
            class="quiet"
            disabled={isAnswering}
            onClick={() => void conversation.restart()}
          >
            New conversation
          </button>
        ) : null}
      </div>
      <FaultsOn desk={desk} />
      <Log
        messages={messages}
        exchangeUrl={state?.exchangeUrl ?? ""}
        name={settings?.publisher ?? "Chat"}
        isAnswering={isAnswering}
      />
      {messages.length === 0 ? (
        <div class="welcome">
          <p>
            Ask about something to buy, and sponsored cards appear beside the answer. Ask about
            anything else, and nothing does.
          </p>
          <Samples desk={desk} samples={firstOf(samples)} canSend={canSend} onSend={onSend} />
        </div>
      ) : null}
      {samples.length === 0 ? null : (
        <details class="more">
          <summary>All sample questions</summary>
          <Samples desk={desk} samples={samples} canSend={canSend} onSend={onSend} />
        </details>
      )}
      <Trouble loading={state?.loading} isReachable={isReachable} />
      <Composer canSend={canSend} onSend={onSend} />
    </section>
  );
}

function firstOf(samples: readonly Sample[]): Sample[] {
  return FIRST_SAMPLES.flatMap((unit) => {
    const sample = samples.find(({ adUnitType }) => adUnitType === unit);
    return sample === undefined ? [] : [sample];
  });
}

/** Whoever meets a broken chat must see at once that it is broken on purpose. */
function FaultsOn({ desk }: { desk: Desk }) {
  const { state, settings, page, show } = desk;
  const away = (state?.outages ?? []).filter(({ untilMs }) => untilMs !== null);
  const on = [
    ...(settings === undefined ? [] : faultsOn(settings.faults, page)),
    ...away.map(({ store }) => STORES[store].name),
  ];
  return (
    <p class="faults-on" role="status">
      {on.length === 0 ? null : (
        <>
          Broken on purpose: {on.join(", ")}.{" "}
          <button type="button" class="link" onClick={() => show({ view: "faults" })}>
            Change
          </button>
        </>
      )}
    </p>
  );
}

type LogProps = {
  messages: readonly Message[];
  exchangeUrl: string;
  name: string;
  isAnswering: boolean;
};

function Log({ messages, exchangeUrl, name, isAnswering }: LogProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  const length = last?.text.length ?? 0;
  // Follows the answer while it grows.
  useEffect(() => {
    if (box.current && length >= 0) box.current.scrollTop = box.current.scrollHeight;
  }, [length, last?.id]);
  if (messages.length === 0) return null;
  return (
    <div
      class="log"
      role="log"
      aria-label="Conversation"
      aria-busy={isAnswering}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
      tabIndex={0}
      ref={box}
    >
      {messages.map((message) => (
        <div key={message.id} class={`message ${message.role}`}>
          <p class="who">{message.role === "user" ? "You" : name}</p>
          <Said message={message} exchangeUrl={exchangeUrl} />
        </div>
      ))}
    </div>
  );
}

/** The words of a message; the label of an offer is a link to it. */
function Said({ message, exchangeUrl }: { message: Message; exchangeUrl: string }) {
  const { role, text, isFailed } = message;
  if (text === "") return <p class="soft">Thinking</p>;
  if (isFailed) {
    return (
      <p class="trouble" role="alert">
        {text}
      </p>
    );
  }
  if (role === "user") return <p>{text}</p>;
  // Answers only grow, so a paragraph keeps its place.
  return paragraphsOf(text, exchangeUrl).map((pieces, place) => (
    <p key={place}>
      {pieces.map((piece, at) =>
        piece.href === undefined ? (
          piece.text
        ) : (
          <a
            key={at}
            class="ad-label"
            href={piece.href}
            target="_blank"
            rel="sponsored noopener noreferrer"
          >
            {piece.text}
          </a>
        ),
      )}
    </p>
  ));
}

type TroubleProps = { loading: DemoState["loading"]; isReachable: boolean };

function Trouble({ loading, isReachable }: TroubleProps) {
  if (!isReachable) {
    return (
      <p class="trouble" role="alert">
        The server cannot be reached. Start it again with npm start; this page comes back by itself.
      </p>
    );
  }
  if (loading === undefined) return null;
  const { text, done, total } = loading;
  return (
    <p class="loading" role="status">
      {text}
      {done === undefined || total === undefined
        ? null
        : `: ${counted(Math.min(done, total))} of ${counted(total)} products`}
    </p>
  );
}

function Composer({ canSend, onSend }: { canSend: boolean; onSend: (text: string) => void }) {
  const [text, setText] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (!canSend || text.trim() === "") return;
    onSend(text.trim());
    setText("");
  };
  return (
    <form class="composer" onSubmit={submit}>
      <label for="message">Your message</label>
      <div class="row">
        <input
          id="message"
          value={text}
          maxLength={TEXT_MAX}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!canSend}>
          Send
        </button>
      </div>
    </form>
  );
}
