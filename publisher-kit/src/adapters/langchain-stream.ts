import type { PartReader } from "../citations/citing.ts";
import type { AnswerWatch } from "../citations/observe.ts";
import { guarded, isRecord } from "../core/guards.ts";
import {
  clonedWith,
  isMessage,
  type LangChainMessage,
  mappedContent,
  type Words,
  wordsOf,
} from "./langchain-messages.ts";
import type { ReasoningReader, Reasonings } from "./reasoning.ts";

type Reader = PartReader | ReasoningReader;
type Shown = { message: LangChainMessage; rest: readonly unknown[] };

/** Puts labels into the pieces of a run's answer as a reader sees them; it reports nothing. */
export class Display {
  #reasonings: Reasonings;
  #watch: AnswerWatch | undefined;
  /** The blocks of the message under way, by kind and index. */
  #open = new Map<string, { reader: Reader; block: Words }>();
  #last: Shown | undefined;

  constructor(reasonings: Reasonings) {
    this.#reasonings = reasonings;
  }

  /** How the run's answers are read; its offers are known before its first piece. */
  use(makeWatch: () => AnswerWatch | undefined): void {
    this.#watch ??= makeWatch();
  }

  /** What an event of the stream becomes. */
  show(event: unknown): unknown[] {
    if (this.#watch === undefined || !Array.isArray(event)) return [event];
    const [message, ...rest]: unknown[] = event;
    if (!isMessage(message) || message.type !== "ai") return [...this.flush(), event];
    return guarded(() => this.#shown({ message, rest })) ?? [event];
  }

  /** The end of each block of the message that is over, in a piece of its own. */
  flush(): unknown[] {
    const before = this.#last;
    this.#last = undefined;
    const ended = [...this.#open.values()];
    this.#open.clear();
    if (before === undefined) return [];
    const { message, rest } = before;
    return ended.flatMap(({ reader, block }) => {
      const text = guarded(() => endOf(reader)) ?? "";
      if (text === "") return [];
      const words = block.withText(text);
      const content = typeof words === "string" ? words : [words];
      return [[clonedWith(message, { ...WITHOUT_MORE, content }), ...rest]];
    });
  }

  #shown({ message, rest }: Shown): unknown[] {
    const isOther = this.#last !== undefined && this.#last.message.id !== message.id;
    const before = isOther ? this.flush() : [];
    const isWhole = !isPiece(message);
    const content = mappedContent(message.content, (block) => {
      const words = wordsOf(block);
      if (words === undefined) return block;
      return words.withText(isWhole ? this.#whole(words) : this.#readerOf(words).push(words.text));
    });
    const event = [clonedWith(message, { content }), ...rest];
    if (isWhole) return [...before, event];
    this.#last = { message, rest };
    return [...before, event, ...(isLast(message) ? this.flush() : [])];
  }

  #whole(words: Words): string {
    const reader = this.#makeReader(words);
    const start = reader.push(words.text);
    return start + endOf(reader);
  }

  #makeReader({ isAnswer }: Words): Reader {
    return (isAnswer ? this.#watch?.part() : undefined) ?? this.#reasonings.reader();
  }

  #readerOf(block: Words): Reader {
    const key = `${block.isAnswer} ${String(block.index)}`;
    const reader = this.#open.get(key)?.reader ?? this.#makeReader(block);
    this.#open.set(key, { reader, block });
    return reader;
  }
}

function endOf(reader: Reader): string {
  const ended = reader.end();
  return typeof ended === "string" ? ended : ended.text;
}

/** A piece with the end of a text repeats nothing else of the piece before it. */
const WITHOUT_MORE = {
  additional_kwargs: {},
  tool_call_chunks: [],
  tool_calls: [],
  invalid_tool_calls: [],
  usage_metadata: undefined,
  chunk_position: undefined,
};

/** A model that does not stream gives its message whole. */
const isPiece = (message: object): boolean => "tool_call_chunks" in message;

const isLast = (message: object): boolean =>
  "chunk_position" in message && message.chunk_position === "last";

/**
 * The input of a run with a name for the reader's last message, by which its middleware finds the
 * display. LangGraph would give the message a name otherwise.
 */
export function namedInput(input: unknown, name: string): { input: unknown; name: string } {
  if (!isRecord(input) || !Array.isArray(input.messages)) return { input, name };
  const messages: readonly unknown[] = input.messages;
  const last = messages.at(-1);
  const own = isRecord(last) && typeof last.id === "string" ? last.id : undefined;
  if (own !== undefined) return { input, name: own };
  const named = { ...input, messages: [...messages.slice(0, -1), namedMessage(last, name)] };
  return { input: named, name };
}

function namedMessage(message: unknown, id: string): unknown {
  if (typeof message === "string") return { role: "user", content: message, id };
  if (Array.isArray(message)) {
    const [role, content]: unknown[] = message;
    return { role, content, id };
  }
  return isRecord(message) ? clonedWith(message, { id }) : message;
}
