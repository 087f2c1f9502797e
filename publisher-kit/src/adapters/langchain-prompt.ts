import { isRecord } from "../core/guards.ts";
import type { TurnPrompt } from "../types.ts";
import { clonedWith, type LangChainMessage, withOffers } from "./langchain-messages.ts";

/** What the middleware uses of a model request of LangChain.js 1. */
export type LangChainRequest = {
  messages: LangChainMessage[];
  systemMessage?: LangChainMessage;
  systemPrompt?: string;
  responseFormat?: unknown;
  model?: unknown;
  runtime?: {
    signal?: AbortSignal | undefined;
    context?: unknown;
    configurable?: Record<string, unknown>;
  };
};

/** The request with the duty in the system message and the offers in the last human message. */
export function withPrompt<Request extends LangChainRequest>(
  request: Request,
  messages: readonly LangChainMessage[],
  prompt: TurnPrompt,
): Request {
  const offered = { ...request, messages: withOffers(messages, prompt) };
  return withDuty(offered, prompt.system);
}

/**
 * Behind the host's own words, wherever it has them: in the request's system message, in a first
 * message of that kind, or, before LangChain had the former, in a text.
 */
function withDuty<Request extends LangChainRequest>(request: Request, duty: string): Request {
  const { messages, systemMessage, systemPrompt } = request;
  const [first, ...rest] = messages;
  const hasOwn = systemMessage !== undefined && !isEmpty(systemMessage);
  if (!hasOwn && first?.type === "system") {
    return { ...request, messages: [dutiful(first, duty), ...rest] };
  }
  if (systemMessage !== undefined) {
    return { ...request, systemMessage: dutiful(systemMessage, duty) };
  }
  if (typeof systemPrompt === "string") {
    const own = systemPrompt === "" ? "" : `${systemPrompt}\n\n`;
    return { ...request, systemPrompt: own + duty };
  }
  const message = { type: "system", role: "system", content: duty };
  return { ...request, messages: [message, ...messages] };
}

const isEmpty = ({ content }: LangChainMessage): boolean =>
  content === "" || (Array.isArray(content) && content.length === 0);

function dutiful(message: LangChainMessage, duty: string): LangChainMessage {
  const { content } = message;
  if (isEmpty(message)) return clonedWith(message, { content: duty });
  if (!Array.isArray(content)) return clonedWith(message, { content: `${content}\n\n${duty}` });
  return clonedWith(message, { content: [...content, { type: "text", text: duty }] });
}

/** The model's name, as LangChain's classes keep it. */
export function modelNameOf(model: unknown): string | undefined {
  if (typeof model === "string") return model;
  if (!isRecord(model)) return undefined;
  return [model.model, model.modelName].find((name) => typeof name === "string");
}
