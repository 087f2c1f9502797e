import type { Cited } from "../citations/citing.ts";
import type { AnswerWatch } from "../citations/observe.ts";
import { isRecord, type Json } from "../core/guards.ts";
import { shifted } from "./annotations.ts";
import {
  clonedWith,
  type LangChainCitation,
  type LangChainMessage,
  mappedContent,
  wordsOf,
} from "./langchain-messages.ts";
import type { Reasonings } from "./reasoning.ts";

/** The message with labels for its marks, and with what it cites in its metadata. */
export function citedMessage<Message extends LangChainMessage & Json>(
  message: Message,
  watch: AnswerWatch,
  reasonings: Reasonings,
): Message {
  const citations: LangChainCitation[] = [];
  const content = mappedContent(message.content, (block) => {
    const words = wordsOf(block);
    if (words === undefined) return block;
    if (!words.isAnswer) return words.withText(reasonings.strip(words.text));
    const part = watch.part();
    const start = part.push(words.text);
    const { text: rest, cited } = part.end();
    citations.push(...citationsOf(cited));
    const annotations = isRecord(block) ? block.annotations : undefined;
    return words.withText(
      start + rest,
      annotations === undefined ? {} : { annotations: shifted(annotations, part.shift) },
    );
  });
  const { response_metadata: metadata } = message;
  const own = isRecord(metadata) ? metadata : {};
  const placard = citations.length > 0 ? { placard: { citations } } : {};
  return clonedWith(message, { content, response_metadata: { ...own, ...placard } });
}

/** One for each tag: equal offers share one. */
function citationsOf(cited: readonly Cited[]): LangChainCitation[] {
  const byTag = new Map(
    cited.map(({ offer, kind, position }): [string, LangChainCitation] => {
      const { tag, label, sponsor, clickUrl: url } = offer;
      return [tag, { tag, kind, label, sponsor, url, position }];
    }),
  );
  return [...byTag.values()];
}

export const callsTools = ({ tool_calls: calls }: Json): boolean =>
  Array.isArray(calls) && calls.length > 0;
