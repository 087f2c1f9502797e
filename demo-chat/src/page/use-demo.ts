import type { TurnResponse } from "@placard/publisher-kit/types";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ask, type DemoState, fetchState, forgetConversation } from "./api.ts";

export type Message = { id: number; role: "user" | "assistant"; text: string };

/** What became of the last question in the sidebar. `afterMs` counts from sending it. */
export type SidebarResult = { result: TurnResponse; afterMs: number };

/** The part of `<placard-offers>` this page uses. */
export type Offers = Element & { turn(text: string): Promise<TurnResponse>; clear(): void };

const POLL_MS = 1_000;
const POLL_LOADING_MS = 400;

/** Looks at the server's state for as long as the page is visible. */
export function useServerState(): { state: DemoState | undefined; isReachable: boolean } {
  const [state, setState] = useState<DemoState>();
  const [isReachable, setReachable] = useState(true);
  useEffect(() => {
    let timer = 0;
    let isOver = false;
    const look = async () => {
      let delayMs = POLL_MS;
      if (!document.hidden) {
        try {
          const next = await fetchState();
          if (next.loading !== undefined) delayMs = POLL_LOADING_MS;
          setState(next);
          setReachable(true);
        } catch {
          setReachable(false);
        }
      }
      if (!isOver) timer = window.setTimeout(look, delayMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return { state, isReachable };
}

export type Conversation = {
  messages: readonly Message[];
  isAnswering: boolean;
  sidebar: SidebarResult | undefined;
  send(text: string): void;
  restart(): void;
};

/** The conversation: each message goes to the chat's server and to the widget at once. */
export function useConversation(offers: () => Offers | undefined): Conversation {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [isAnswering, setAnswering] = useState(false);
  const [sidebar, setSidebar] = useState<SidebarResult>();
  const lastId = useRef(0);

  const append = useCallback((role: Message["role"], text: string) => {
    lastId.current += 1;
    const id = lastId.current;
    setMessages((known) => [...known, { id, role, text }]);
    return id;
  }, []);

  const extend = useCallback((id: number, words: string) => {
    const grown = (message: Message) =>
      message.id === id ? { ...message, text: message.text + words } : message;
    setMessages((known) => known.map(grown));
  }, []);

  const send = useCallback(
    async (text: string) => {
      append("user", text);
      setAnswering(true);
      void askSidebar(offers(), text).then(setSidebar);
      const id = append("assistant", "");
      try {
        await ask(text, (words) => extend(id, words));
      } catch (error) {
        const reason = error instanceof Error ? error.message : "The chat cannot be reached.";
        extend(id, `${reason} Send the message again when the server runs.`);
      }
      setAnswering(false);
    },
    [append, extend, offers],
  );

  const restart = useCallback(() => {
    offers()?.clear();
    setMessages([]);
    setSidebar(undefined);
    void forgetConversation();
  }, [offers]);

  return { messages, isAnswering, sidebar, send, restart };
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
