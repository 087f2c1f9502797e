import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { restoreMarks } from "@placard/publisher-kit/citations";
import { streamText } from "ai";
import type { Model } from "./chat.ts";

const SYSTEM = "You are the assistant of a chat app. Answer in at most 120 words of plain text.";

export type ModelEndpoint = { url: string; apiKey?: string; name: string };

/** A model behind an endpoint that speaks the protocol of OpenAI's chat completions. */
export function createModel({ url, apiKey, name }: ModelEndpoint, exchangeUrl: string): Model {
  const provider = createOpenAICompatible({ name, baseURL: url, ...(apiKey && { apiKey }) });
  const isOurs = (link: string) => link.startsWith(`${exchangeUrl}/r/`);
  return {
    name,
    async *answer({ text, previous, prompt, signal }) {
      const earlier = previous.map(({ role, text: content }) => ({
        role,
        // A model that reads labels in its own answers would write labels instead of marks.
        content: role === "assistant" ? restoreMarks(content, isOurs).text : content,
      }));
      const { system, user } = await prompt;
      const { fullStream } = streamText({
        model: provider(name),
        system: `${SYSTEM}\n\n${system}`.trim(),
        messages: [...earlier, { role: "user", content: `${text}\n\n${user}`.trim() }],
        maxOutputTokens: 600,
        maxRetries: 1,
        abortSignal: signal,
        onError: () => undefined,
      });
      for await (const part of fullStream) {
        if (part.type === "error") throw part.error;
        if (part.type === "text-delta") yield part.text;
      }
    },
  };
}
