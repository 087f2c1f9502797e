import { isRecord } from "./guards.ts";
import type { ChatTurn } from "./types.ts";

/** A message of a prompt as the AI SDK hands it to a model. */
export type AiSdkMessage = { role: string; content: string | readonly object[] };

export type ReadPrompt = {
  text: string;
  previous: ChatTurn[];
  /** Present on the later steps of a tool loop: the calls made since the reader's last message. */
  toolCallIds?: string[];
};

/**
 * The reader's last message and what came before it, or undefined where there is nothing to answer:
 * no message of a reader, or an answer that was begun already.
 */
export function readPrompt(prompt: readonly AiSdkMessage[]): ReadPrompt | undefined {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const message = prompt[last];
  const text = message === undefined ? "" : textOf(message);
  if (text.trim() === "") return undefined;
  const previous = prompt.slice(0, last).flatMap(turnOf);
  const after = prompt.slice(last + 1).filter(({ role }) => role !== "system");
  if (after.length === 0) return { text, previous };
  const toolCallIds = after.flatMap(toolCallIdsOf);
  return toolCallIds.length === 0 ? undefined : { text, previous, toolCallIds };
}

/**
 * The prompt with a text added to the reader's last message. Not a message of the system: what
 * comes from outside gets no more weight than the reader's words, and the cache that providers keep
 * of everything before it stays good.
 */
export function withContext(prompt: readonly AiSdkMessage[], context: string): AiSdkMessage[] {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  return prompt.map((message, index) => {
    if (index !== last) return message;
    const { content } = message;
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return { ...message, content: [...parts, { type: "text", text: context }] };
  });
}

function turnOf(message: AiSdkMessage): ChatTurn[] {
  const { role } = message;
  if (role !== "user" && role !== "assistant") return [];
  const text = textOf(message);
  return text === "" ? [] : [{ role, text }];
}

function textOf({ content }: AiSdkMessage): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((part: unknown) => {
      const isText = isRecord(part) && part.type === "text" && typeof part.text === "string";
      return isText ? [part.text] : [];
    })
    .join("\n");
}

function toolCallIdsOf({ role, content }: AiSdkMessage): string[] {
  if (role !== "assistant" || typeof content === "string") return [];
  return content.flatMap((part: unknown) => {
    const isCall = isRecord(part) && part.type === "tool-call";
    return isCall && typeof part.toolCallId === "string" ? [part.toolCallId] : [];
  });
}
