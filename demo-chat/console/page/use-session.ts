import type { PlacardOffersElement } from "@placard/widget";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Message, useConversation } from "../../src/page/use-conversation.ts";
import type { Money } from "../turns/money.ts";
import type { DemoSettings, DemoState, PageFaults, TurnLog } from "../wire.ts";
import { type Address, formatAddress, type Look, parseAddress, type View } from "./address.ts";
import { putSettings } from "./api.ts";
import type { PageNetwork } from "./network.ts";
import { NOTES_MAX, type PageNote, withPageNotes } from "./page-steps.ts";
import { type Server, useServer } from "./use-server.ts";

/** What is open in the console. Without a turn the newest one is; 0 is none. */
export type Shown = { view: View; turn?: number; steps: number[] };

export type Conversation = ReturnType<typeof useConversation> & {
  /** Until the console shows how the answer ended. */
  isAnswering: boolean;
  /** Sends the last question again; one that never arrived is replaced. */
  retry(): Promise<void>;
};

/** The whole page: the server's state, what was chosen, and what is open. */
export type Session = Server & {
  conversation: Conversation;
  /** What was chosen; undefined until the server has sent it. */
  settings: DemoSettings | undefined;
  /** The accounts as they were when this page was opened. */
  firstMoney: Money | undefined;
  turns: readonly TurnLog[];
  shown: Shown;
  look: Look;
  page: PageFaults;
  /** Whether the state of the link has been brought back and questions can be asked. */
  isReady: boolean;
  problem: string | undefined;
  keepWidget(element: PlacardOffersElement | undefined): void;
  show(change: Partial<Shown>): void;
  changeLook(change: Partial<Look>): void;
  changePage(change: Partial<PageFaults>): void;
  changeSettings(change: Partial<DemoSettings>): Promise<void>;
};

/** `search` is that of the address which opened the page. */
export function useSession(network: PageNetwork, search: string): Session {
  const server = useServer();
  const { state, refresh } = server;
  const [linked] = useState(() => parseAddress(search, []));
  const [shown, setShown] = useState<Shown>(() => shownOf(linked));
  const [look, setLook] = useState(linked.look);
  const [page, setPage] = useState(linked.page);
  const [isReady, setReady] = useState(false);
  const firstMoney = useRef<Money | undefined>(undefined);
  firstMoney.current ??= state?.money ?? undefined;
  const offers = useRef<PlacardOffersElement | undefined>(undefined);
  const findOffers = useCallback(() => offers.current, []);
  const { settings, problem, put } = useSettings(server);
  const { notes, begin, clear } = usePageNotes(network, state?.turns ?? []);
  const conversation = useWatchedConversation(findOffers, { begin, clear, refresh });

  useEffect(() => network.set(page), [network, page]);
  useOpening({ search, server, conversation, put, onReady: () => setReady(true) });

  const firstPublisher = state?.publishers?.[0]?.name ?? "";
  const address =
    settings !== undefined && isReady
      ? formatAddress({ ...shown, settings, page, look, ask: asked(conversation) }, firstPublisher)
      : undefined;
  useEffect(() => {
    if (address !== undefined) history.replaceState(null, "", location.pathname + address);
  }, [address]);

  return {
    ...server,
    conversation,
    settings,
    firstMoney: firstMoney.current,
    turns: withPageNotes(state?.turns ?? [], notes),
    shown,
    look,
    page,
    isReady,
    problem,
    keepWidget: useCallback((element: PlacardOffersElement | undefined) => {
      offers.current = element;
    }, []),
    show: useCallback((change) => setShown((known) => ({ ...known, ...change })), []),
    changeLook: useCallback((change) => setLook((known) => ({ ...known, ...change })), []),
    changePage: useCallback((change) => setPage((known) => ({ ...known, ...change })), []),
    async changeSettings(change) {
      if (settings !== undefined) await put({ ...settings, ...change });
    },
  };
}

type Watch = { begin(text: string): void; clear(): void; refresh(): Promise<void> };

/** The chat, whose answers are complete when the console shows how they ended. */
function useWatchedConversation(
  findOffers: () => PlacardOffersElement | undefined,
  { begin, clear, refresh }: Watch,
): Conversation {
  const chat = useConversation("/demo", findOffers);
  const [isSending, setSending] = useState(false);
  const send = async (text: string) => {
    begin(text);
    setSending(true);
    await chat.send(text);
    await refresh();
    setSending(false);
  };
  return {
    ...chat,
    isAnswering: isSending,
    send,
    async retry() {
      const { messages } = chat;
      const last = messages.findLast(({ role }) => role === "user");
      if (messages.at(-1)?.isFailed) chat.recall(messages.slice(0, -2));
      if (last !== undefined) await send(last.text);
    },
    async restart() {
      clear();
      await chat.restart();
      await refresh();
    },
  };
}

function shownOf({ view, turn, steps }: Address): Shown {
  return { view, steps, ...(turn !== undefined && { turn }) };
}

function asked({ messages }: Conversation): string[] {
  return messages.filter(({ role }) => role === "user").map(({ text }) => text);
}

/** The settings as chosen: shown at once, and again as the server has taken them. */
function useSettings({ state, refresh }: Server) {
  const [pending, setPending] = useState<DemoSettings>();
  const [problem, setProblem] = useState<string>();
  const put = useCallback(
    async (next: DemoSettings) => {
      setPending(next);
      setProblem(undefined);
      try {
        await putSettings(next);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : "The settings were not taken.");
      }
      await refresh();
      setPending((known) => (known === next ? undefined : known));
    },
    [refresh],
  );
  return { settings: pending ?? state?.settings, problem, put };
}

type Opening = {
  search: string;
  server: Server;
  conversation: Conversation;
  put: (settings: DemoSettings) => Promise<void>;
  onReady: () => void;
};

/**
 * Brings back what the link says, once, as soon as the server has loaded: its settings, then its
 * questions. A bare address takes what this browser has left.
 */
function useOpening({ search, server, conversation, put, onReady }: Opening): void {
  const hasBegun = useRef(false);
  const { state } = server;
  useEffect(() => {
    if (hasBegun.current || state === undefined || state.loading !== undefined) return;
    hasBegun.current = true;
    const { settings, publishers, turns } = state;
    const linked = parseAddress(
      search,
      publishers.map(({ name }) => name),
    );
    const open = async () => {
      const isSame = JSON.stringify(linked.settings) === JSON.stringify(settings);
      if (search !== "" && !isSame) await put(linked.settings);
      const isAsked = isSameText(
        linked.ask,
        turns.map(({ text }) => text),
      );
      if (linked.ask.length === 0 || isAsked) {
        bringBack(state, conversation);
      } else {
        await conversation.restart();
        for (const text of linked.ask) await conversation.send(text);
      }
      onReady();
    };
    void open();
  }, [search, state, conversation, put, onReady]);
}

/** What an earlier visit has said, with the cards beside it. */
function bringBack(state: DemoState, { recall, show }: Conversation): void {
  recall(messagesOf(state));
  if (state.offers !== undefined) show(state.offers.result, state.offers.afterMs);
}

function messagesOf({ turns, answers }: DemoState): Message[] {
  return turns.flatMap(({ id, text, answer }) => [
    { role: "user" as const, text },
    {
      role: "assistant" as const,
      text: answers.find(({ turnId }) => turnId === id)?.text ?? answer,
    },
  ]);
}

function isSameText(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

/** Notes each request that a fault of the page stopped, with its question. */
function usePageNotes(network: PageNetwork, turns: readonly TurnLog[]) {
  const [notes, setNotes] = useState<readonly PageNote[]>([]);
  const now = useRef({ question: 0, text: "", turnId: 0, sinceMs: 0 });
  now.current.turnId = turns.at(-1)?.id ?? 0;
  useEffect(() => {
    network.onKept((kept) => {
      const { question, text, turnId, sinceMs } = now.current;
      const note = { kept, question, text, turnId, atMs: performance.now() - sinceMs };
      setNotes((known) => [...known, note].slice(-NOTES_MAX));
    });
  }, [network]);
  const begin = useCallback((text: string) => {
    now.current.question += 1;
    now.current.text = text;
    now.current.sinceMs = performance.now();
  }, []);
  const clear = useCallback(() => setNotes([]), []);
  return { notes, begin, clear };
}
