import type { CitationKind } from "../citations/types.ts";
import { isRecord, type Json } from "../core/guards.ts";
import type { ChatTurn, TurnPrompt } from "../types.ts";

/** What is used of a `BaseMessage`; `type` is `human`, `ai`, `tool` or `system`. */
export type LangChainMessage = { type: string; content: unknown; id?: string | undefined };

/** What `agent.stream` gives in the mode `messages`: a piece of a message, and whose it is. */
export type LangChainToken = [
  message: LangChainMessage & { text: string },
  metadata: Record<string, unknown>,
];

/** One cited offer in `response_metadata.placard.citations` of an answer's message. */
export type LangChainCitation = {
  tag: string;
  kind: CitationKind;
  label: string;
  sponsor: string;
  url: string;
  /** Where its first label begins in the text, or in the content block that cites it. */
  position: number;
};

export const isMessage = (value: unknown): value is LangChainMessage & Json =>
  isRecord(value) && typeof value.type === "string" && "content" in value;

export type ReadMessages = {
  text: string;
  previous: ChatTurn[];
  /** The same through all model calls of a run: the graph gives each message an id. */
  key: string;
  /** Whether nothing was said since the reader's last message. */
  isFirst: boolean;
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
  };
}

function textOfMessage({ content }: LangChainMessage): string {
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

/** The same message, of the same class, with other fields; the kit has no LangChain class. */
export function clonedWith<Message extends object>(message: Message, fields: Json): Message {
  // Fields are replaced as properties: what LangChain computes late, it shares between copies.
  const clone: Message & { lc_kwargs?: object } = Object.create(Object.getPrototypeOf(message), {
    ...Object.getOwnPropertyDescriptors(message),
    ...Object.getOwnPropertyDescriptors(fields),
  });
  // What LangChain writes into traces and checkpoints.
  if (clone.lc_kwargs !== undefined) clone.lc_kwargs = { ...clone.lc_kwargs, ...fields };
  return clone;
}

/** Where a content block keeps its words, and whether they are an answer or reasoning. */
const WORDS: Readonly<Record<string, "text" | "reasoning" | "thinking">> = {
  text: "text",
  reasoning: "reasoning",
  thinking: "thinking",
};

export type Words = {
  text: string;
  isAnswer: boolean;
  /** Blocks of one stream with the same index belong together. */
  index: unknown;
  /** The same block, or content, with other words. */
  withText(text: string, fields?: Json): unknown;
};

/** A content, or one of its blocks, where it has words; undefined where it has none. */
export function wordsOf(block: unknown): Words | undefined {
  if (typeof block === "string") {
    return { text: block, isAnswer: true, index: undefined, withText: (text) => text };
  }
  if (!isRecord(block) || typeof block.type !== "string") return undefined;
  const field = WORDS[block.type];
  const text = field === undefined ? undefined : block[field];
  if (field === undefined || typeof text !== "string") return undefined;
  return {
    text,
    isAnswer: field === "text",
    index: block.index,
    withText: (shown, fields) => ({ ...block, ...fields, [field]: shown }),
  };
}

/** A content with each of its blocks changed; a text is a content of one block. */
export const mappedContent = (content: unknown, change: (block: unknown) => unknown): unknown =>
  Array.isArray(content) ? content.map(change) : change(content);

/** The offers behind the words of the reader's last message. */
export function withOffers(
  messages: readonly LangChainMessage[],
  { user }: TurnPrompt,
): LangChainMessage[] {
  const last = messages.findLastIndex(({ type }) => type === "human");
  return messages.map((message, index) => {
    if (index !== last || user === "") return message;
    const { content } = message;
    const own: readonly unknown[] = Array.isArray(content)
      ? content
      : [{ type: "text", text: isRecord(content) ? "" : String(content) }];
    return clonedWith(message, { content: [...own, { type: "text", text: user }] });
  });
}

export type Restoring = { text(text: string): string; reasoning(text: string): string };

/** The conversation with each earlier answer as the model gave it. */
export function withRestored(
  messages: readonly LangChainMessage[],
  { text, reasoning }: Restoring,
): LangChainMessage[] {
  const restored = (block: unknown): unknown => {
    const words = wordsOf(block);
    if (words === undefined) return block;
    return words.withText(words.isAnswer ? text(words.text) : reasoning(words.text));
  };
  return messages.map((message) => {
    if (message.type !== "ai") return message;
    return clonedWith(message, { content: mappedContent(message.content, restored) });
  });
}
