import { isRecord } from "../core/guards.ts";
import type { ChatTurn, TurnPrompt } from "../types.ts";

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
 * The prompt with the duty in the system message and the offers in the reader's last message. What
 * comes from outside gets no more weight than the reader's words.
 */
export function withPrompt(
  prompt: readonly AiSdkMessage[],
  { system, user }: TurnPrompt,
): AiSdkMessage[] {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const offered = prompt.map((message, index) => {
    if (index !== last || user === "") return message;
    const { content } = message;
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return { ...message, content: [...parts, { type: "text", text: user }] };
  });
  return withDuty(offered, system);
}

/** Behind the host's own words, which stay where a provider caches them. */
function withDuty(prompt: AiSdkMessage[], duty: string): AiSdkMessage[] {
  const conversation = prompt.findIndex(({ role }) => role !== "system");
  const at = (conversation < 0 ? prompt.length : conversation) - 1;
  const { content } = prompt[at] ?? {};
  if (typeof content !== "string") return [{ role: "system", content: duty }, ...prompt];
  if (content.includes(duty)) return prompt;
  return prompt.map((message, index) =>
    index === at ? { ...message, content: `${content}\n\n${duty}` } : message,
  );
}

export type Restoring = { text(text: string): string; reasoning(text: string): string };

/** The prompt with each earlier answer as the model gave it. */
export function withRestored(
  prompt: readonly AiSdkMessage[],
  restoring: Restoring,
): AiSdkMessage[] {
  return prompt.map((message) => {
    const { role, content } = message;
    if (role !== "assistant") return message;
    if (typeof content === "string") return { ...message, content: restoring.text(content) };
    return { ...message, content: content.map((part) => restoredPart(part, restoring)) };
  });
}

function restoredPart(part: object, { text, reasoning }: Restoring): object {
  if (!isRecord(part) || typeof part.text !== "string") return part;
  if (part.type === "text") return { ...part, text: text(part.text) };
  return part.type === "reasoning" ? { ...part, text: reasoning(part.text) } : part;
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
