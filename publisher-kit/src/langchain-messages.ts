import { isRecord } from "./guards.ts";
import type { ChatTurn } from "./types.ts";

/** What is used of a `BaseMessage`; `type` is `human`, `ai`, `tool` or `system`. */
export type LangChainMessage = { type: string; content: unknown; id?: string | undefined };

export type ReadMessages = {
  text: string;
  previous: ChatTurn[];
  /** The same through all model calls of a run: the graph gives each message an id. */
  key: string;
  /** Whether nothing was said since the reader's last message. */
  isFirst: boolean;
  /** What the agent said since. */
  answers: LangChainMessage[];
};

export function readMessages(messages: readonly LangChainMessage[]): ReadMessages | undefined {
  const last = messages.findLastIndex(({ type }) => type === "human");
  const message = messages[last];
  const text = message === undefined ? "" : textOfMessage(message);
  // Without an id a second step could not tell whose run it belongs to.
  if (message?.id === undefined || text.trim() === "") return undefined;
  const after = messages.slice(last + 1);
  return {
    text,
    previous: messages.slice(0, last).flatMap(turnOf),
    key: `${message.id}\n${text}`,
    isFirst: after.every(({ type }) => type === "system"),
    answers: after.filter(({ type }) => type === "ai"),
  };
}

export function textOfMessage({ content }: LangChainMessage): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: unknown) => {
      if (typeof part === "string") return [part];
      const isText = isRecord(part) && part.type === "text" && typeof part.text === "string";
      return isText ? [part.text] : [];
    })
    .join("\n");
}

function turnOf(message: LangChainMessage): ChatTurn[] {
  const role = message.type === "human" ? "user" : message.type === "ai" ? "assistant" : undefined;
  const text = role === undefined ? "" : textOfMessage(message);
  return role === undefined || text === "" ? [] : [{ role, text }];
}

/** The same message, of the same class, with another content; the kit knows no LangChain class. */
export function clonedWith(message: LangChainMessage, content: unknown): LangChainMessage {
  const clone: LangChainMessage & { lc_kwargs?: object } = Object.create(
    Object.getPrototypeOf(message),
    Object.getOwnPropertyDescriptors(message),
  );
  clone.content = content;
  // What LangChain writes into traces and checkpoints.
  if (clone.lc_kwargs !== undefined) clone.lc_kwargs = { ...clone.lc_kwargs, content };
  return clone;
}
