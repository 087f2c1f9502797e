import type { PartReader } from "./citing.ts";
import { guarded, isRecord } from "./guards.ts";
import {
  clonedWith,
  isMessage,
  type LangChainMessage,
  mappedContent,
  type Words,
  wordsOf,
} from "./langchain-messages.ts";
import type { AnswerWatch } from "./observe.ts";
import type { ReasoningReader, Reasonings } from "./reasoning.ts";

/** What `agent.stream` gives in the stream mode `messages`: a piece of a message and whose it is. */
export type LangChainToken = [
  message: LangChainMessage & { text: string },
  metadata: Record<string, unknown>,
];

/** Puts labels into the pieces of a run's answer as a reader sees them; it reports nothing. */
export type Display = {
  /** How the run's answers are read; its offers are known before its first piece. */
  use(makeWatch: () => AnswerWatch | undefined): void;
  show(event: unknown): unknown[];
  flush(): unknown[];
};

type Open = { reader: PartReader | ReasoningReader; block: Words };
type Shown = { message: LangChainMessage; rest: readonly unknown[] };

export function createDisplay(reasonings: Reasonings): Display {
  let watch: AnswerWatch | undefined;
  /** The readers of the message under way, by the index of the block. */
  const open = new Map<unknown, Open>();
  let last: Shown | undefined;

  const makeReader = ({ isAnswer }: Words): Open["reader"] =>
    (isAnswer ? watch?.part() : undefined) ?? reasonings.reader();

  function readerOf(block: Words): Open["reader"] {
    const key = `${block.isAnswer} ${String(block.index)}`;
    const reader = open.get(key)?.reader ?? makeReader(block);
    open.set(key, { reader, block });
    return reader;
  }

  const read = (block: unknown): unknown => {
    const words = wordsOf(block);
    return words === undefined ? block : words.withText(readerOf(words).push(words.text));
  };

  /** The end of each block of the message that is over, in a piece of its own. */
  function flush(): unknown[] {
    const before = last;
    last = undefined;
    const rests = restsOf();
    if (before === undefined) return [];
    const { message, rest } = before;
    return rests.map((block) => {
      const content = typeof block === "string" ? block : [block];
      return [clonedWith(message, { ...WITHOUT_MORE, content }), ...rest];
    });
  }

  function restsOf(): unknown[] {
    const blocks = [...open.values()].flatMap(({ reader, block }): unknown[] => {
      const text = endOf(reader);
      return text === "" ? [] : [block.withText(text)];
    });
    open.clear();
    return blocks;
  }

  const readWhole = (block: unknown): unknown => {
    const words = wordsOf(block);
    if (words === undefined) return block;
    const reader = makeReader(words);
    const start = reader.push(words.text);
    return words.withText(start + endOf(reader));
  };

  function shown({ message, rest }: Shown): unknown[] {
    const before = last === undefined || last.message.id === message.id ? [] : flush();
    const isWhole = !isPiece(message);
    const content = mappedContent(message.content, isWhole ? readWhole : read);
    const event = [clonedWith(message, { content }), ...rest];
    if (isWhole) return [...before, event];
    last = { message, rest };
    return [...before, event, ...(isLast(message) ? flush() : [])];
  }

  return {
    use(makeWatch) {
      watch ??= makeWatch();
    },
    show(event) {
      if (watch === undefined || !Array.isArray(event)) return [event];
      const [message, ...rest]: unknown[] = event;
      if (!isMessage(message) || message.type !== "ai") return [...flush(), event];
      return guarded(() => shown({ message, rest })) ?? [event];
    },
    flush: () => guarded(flush) ?? [],
  };
}

function endOf(reader: Open["reader"]): string {
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
