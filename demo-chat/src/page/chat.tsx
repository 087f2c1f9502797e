import { useEffect, useRef, useState } from "preact/hooks";
import type { DemoState } from "./api.ts";
import { counted } from "./format.ts";
import { NOT_SHOPPING, type Sample, SHOPPING } from "./samples.ts";
import type { Conversation, Message } from "./use-demo.ts";

type Props = {
  conversation: Conversation;
  loading: DemoState["loading"];
  isReachable: boolean;
};

const TEXT_MAX = 2_000;

export function Chat({ conversation, loading, isReachable }: Props) {
  const { messages, isAnswering, send, restart } = conversation;
  const isReady = loading === undefined && isReachable;
  const canSend = isReady && !isAnswering;
  return (
    <section class="panel chat" aria-labelledby="chat-title">
      <div class="head">
        <h1 id="chat-title">Larkspur Chat</h1>
        {messages.length > 0 ? (
          <button type="button" class="quiet" disabled={isAnswering} onClick={restart}>
            New conversation
          </button>
        ) : null}
      </div>
      <Log messages={messages} isAnswering={isAnswering} />
      {messages.length === 0 ? (
        <div class="welcome">
          <p>
            Ask about something to buy, and sponsored cards appear beside the answer. Ask about
            anything else, and nothing does.
          </p>
          <Samples canSend={canSend} onPick={send} />
        </div>
      ) : (
        <details class="more">
          <summary>Sample questions</summary>
          <Samples canSend={canSend} onPick={send} />
        </details>
      )}
      <Trouble loading={loading} isReachable={isReachable} />
      <Composer canSend={canSend} onSend={send} />
    </section>
  );
}

function Log({ messages, isAnswering }: { messages: readonly Message[]; isAnswering: boolean }) {
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
      {messages.map(({ id, role, text }) => (
        <div key={id} class={`message ${role}`}>
          <p class="who">{role === "user" ? "You" : "Larkspur"}</p>
          {text === "" ? <p class="soft">Thinking</p> : paragraphsOf(text)}
        </div>
      ))}
    </div>
  );
}

function paragraphsOf(text: string) {
  // Answers only grow, so a paragraph keeps its place.
  return text.split("\n\n").map((paragraph, place) => <p key={place}>{paragraph}</p>);
}

type SamplesProps = { canSend: boolean; onPick: (text: string) => void };

function Samples({ canSend, onPick }: SamplesProps) {
  const list = (samples: readonly Sample[]) => (
    <ul class="samples">
      {samples.map(({ text, note }) => (
        <li key={text}>
          <button type="button" class="quiet" disabled={!canSend} onClick={() => onPick(text)}>
            {text} <span class="soft">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <h2>To buy</h2>
      {list(SHOPPING)}
      <h2>Not to buy</h2>
      {list(NOT_SHOPPING)}
    </>
  );
}

function Trouble({ loading, isReachable }: Pick<Props, "loading" | "isReachable">) {
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
