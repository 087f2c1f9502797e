import type { Card } from "@placard/publisher-kit/types";
import { useRef, useState } from "preact/hooks";
import type { ChatLine, OffersLine } from "../chat.ts";

export type Message = { role: "user" | "assistant"; text: string; isFailed?: true };
type Widget = { show(cards: readonly Card[], of?: object): void; clear(): void };

/** A conversation with the chat at `path`; its offers go to the widget. */
export function useConversation(path: string, widget: () => Widget | undefined) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [offers, setOffers] = useState<{ result: OffersLine; afterMs: number }>();
  const stopping = useRef(new AbortController());

  const show = (result: OffersLine, afterMs: number) => {
    if (result.status === "no_fill") widget()?.clear();
    else widget()?.show(result.cards, result.citations ? result : undefined);
    setOffers({ result, afterMs });
  };

  const send = async (text: string) => {
    const sentAtMs = performance.now();
    const extend = (words: string, isFailed?: true) =>
      setMessages(([...known]) => {
        const { role = "assistant", text: said = "" } = known.pop() ?? {};
        return [...known, { role, text: said + words, ...(isFailed && { isFailed }) }];
      });
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setMessages((known) => [...known, { role: "user", text }, { role: "assistant", text: "" }]);
    try {
      await ask(`${path}/chat`, { body: JSON.stringify({ text }), signal }, (line) => {
        if (line.type === "offers") show(line, performance.now() - sentAtMs);
        if (line.type === "text") extend(line.text);
      });
    } catch {
      if (signal.aborted) return extend(" …");
      extend(" The chat cannot be reached. Send it again in a moment.", true);
      show({ type: "offers", status: "no_fill", reason: "http_error" }, 0);
    }
  };
  const stop = () => stopping.current.abort();

  const restart = async () => {
    widget()?.clear();
    setMessages([]);
    setOffers(undefined);
    await fetch(`${path}/chat/new`, { method: "POST" }).catch(() => undefined);
  };

  return { messages, offers, send, stop, restart, recall: setMessages, show };
}

/** **Errors** rejects where the answer does not come, or not to its end. */
async function ask(url: string, init: RequestInit, onLine: (line: ChatLine) => void) {
  const headers = { "content-type": "application/json" };
  const { body } = await fetch(url, { ...init, method: "POST", headers });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { done = true, value = "" } = (await reader?.read()) ?? {};
    if (done) throw new Error("The answer broke off.");
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const parsed: ChatLine = JSON.parse(line);
      if (parsed.type === "end") return;
      onLine(parsed);
    }
  }
}
