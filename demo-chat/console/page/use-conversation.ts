import type { TurnResponse } from "@placard/publisher-kit/types";
import { useCallback, useRef, useState } from "preact/hooks";
import type { DemoState } from "../wire.ts";
import { ask, forgetConversation } from "./api.ts";

export type Message = { id: number; role: "user" | "assistant"; text: string; isFailed?: true };

/** What became of the last question in the sidebar. `afterMs` counts from sending it. */
export type SidebarResult = { result: TurnResponse; afterMs: number };

/** The part of `<placard-offers>` this page uses. */
export type Offers = Element & {
  turn(text: string): Promise<TurnResponse>;
  clear(): void;
  update(options: object): void;
};

export type Conversation = {
  messages: readonly Message[];
  isAnswering: boolean;
  sidebar: SidebarResult | undefined;
  /** Resolves when the answer is complete, or has failed. */
  send(text: string): Promise<void>;
  restart(): Promise<void>;
  /** Shows what an earlier visit has said. */
  recall(state: Pick<DemoState, "turns" | "answers">): void;
};

type Listeners = {
  onSend(text: string): void;
  onRestart(): void;
  /** Something new is to be seen on the server. */
  onChange(): Promise<void>;
};

/** The conversation: each message goes to the chat's server and to the widget at once. */
export function useConversation(
  offers: () => Offers | undefined,
  { onSend, onRestart, onChange }: Listeners,
): Conversation {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [isAnswering, setAnswering] = useState(false);
  const [sidebar, setSidebar] = useState<SidebarResult>();
  const lastId = useRef(0);

  const made = useCallback((role: Message["role"], text: string): Message => {
    lastId.current += 1;
    return { id: lastId.current, role, text };
  }, []);

  const extend = useCallback((id: number, words: string, change: Partial<Message> = {}) => {
    const grown = (message: Message) =>
      message.id === id ? { ...message, text: message.text + words, ...change } : message;
    setMessages((known) => known.map(grown));
  }, []);

  const send = useCallback(
    async (text: string) => {
      onSend(text);
      const answer = made("assistant", "");
      setMessages((known) => [...known, made("user", text), answer]);
      setAnswering(true);
      const asked = askSidebar(offers(), text).then(setSidebar);
      try {
        await ask(text, (words) => extend(answer.id, words));
      } catch (error) {
        const reason = error instanceof Error ? error.message : "The chat cannot be reached.";
        extend(answer.id, `${reason} Nothing was lost; send it again in a moment.`, {
          isFailed: true,
        });
      }
      await asked;
      await onChange();
      setAnswering(false);
    },
    [made, extend, offers, onSend, onChange],
  );

  const restart = useCallback(async () => {
    offers()?.clear();
    onRestart();
    setMessages([]);
    setSidebar(undefined);
    await forgetConversation().catch(() => undefined);
    await onChange();
  }, [offers, onRestart, onChange]);

  const recall = useCallback(
    ({ turns, answers }: Pick<DemoState, "turns" | "answers">) => {
      const said = turns.flatMap(({ id, text, answer }) => [
        made("user", text),
        made("assistant", answers.find(({ turnId }) => turnId === id)?.text ?? answer),
      ]);
      setMessages(said);
    },
    [made],
  );

  return { messages, isAnswering, sidebar, send, restart, recall };
}

async function askSidebar(
  offers: Offers | undefined,
  text: string,
): Promise<SidebarResult | undefined> {
  if (offers === undefined) return undefined;
  const askedAtMs = performance.now();
  const result = await offers.turn(text);
  // Cards of an earlier question have no place beside this one.
  if (result.status === "no_fill" && result.reason !== "aborted") offers.clear();
  return { result, afterMs: performance.now() - askedAtMs };
}
