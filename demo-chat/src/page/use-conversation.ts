import type { Card } from "@placard/publisher-kit/types";
import { useCallback, useState } from "preact/hooks";
import type { ChatLine } from "../chat.ts";

export type Message = { role: "user" | "assistant"; text: string; isFailed?: true };
export type Offers = Extract<ChatLine, { type: "offers" }>;
export type Conversation = ReturnType<typeof useConversation>;
/** The part of `<placard-offers>` that the chat uses. */
export type Widget = Element & {
  show(cards: readonly Card[], of?: { turnId: string }): void;
  clear(): void;
  update(options: object): void;
};

/** A conversation with the chat at `path`; its offers go to the widget. */
export function useConversation(path: string, widget: () => Widget | undefined) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [isAnswering, setAnswering] = useState(false);
  const [offers, setOffers] = useState<{ result: Offers; afterMs: number }>();

  const send = useCallback(
    async (text: string) => {
      const sentAtMs = performance.now();
      const extend = (words: string, isFailed?: true) =>
        setMessages(([...known]) => {
          const { role = "assistant", text: said = "" } = known.pop() ?? {};
          return [...known, { role, text: said + words, ...(isFailed && { isFailed }) }];
        });
      const show = (result: Offers) => {
        if (result.status === "no_fill") widget()?.clear();
        else widget()?.show(result.cards, result.citations ? result : undefined);
        setOffers({ result, afterMs: performance.now() - sentAtMs });
      };
      const asked = [{ role: "user", text } as const, { role: "assistant", text: "" } as const];
      setMessages((known) => [...known, ...asked]);
      setAnswering(true);
      try {
        await ask(`${path}/chat`, text, (line) => {
          if (line.type === "offers") show(line);
          if (line.type === "text") extend(line.text);
        });
      } catch {
        extend(" The chat cannot be reached. Send it again in a moment.", true);
        show({ type: "offers", status: "no_fill", reason: "http_error" });
      }
      setAnswering(false);
    },
    [path, widget],
  );

  const restart = useCallback(async () => {
    widget()?.clear();
    setMessages([]);
    setOffers(undefined);
    await fetch(`${path}/chat/new`, { method: "POST" }).catch(() => undefined);
  }, [path, widget]);

  return { messages, isAnswering, offers, send, restart, recall: setMessages };
}

/** **Errors** rejects where the answer does not come, or not to its end. */
async function ask(url: string, text: string, onLine: (line: ChatLine) => void): Promise<void> {
  const headers = { "content-type": "application/json" };
  const { body } = await fetch(url, { method: "POST", headers, body: JSON.stringify({ text }) });
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
