import { shifted } from "./annotations.ts";
import { labelText } from "./citations/render.ts";
import type { Cited, PartReader } from "./citing.ts";
import { guarded, isRecord, type Json } from "./guards.ts";
import type { AnswerWatch } from "./observe.ts";
import type { ReasoningReader, Reasonings } from "./reasoning.ts";

/** Reads what one model call gives, as the parts of a stream or as a list of contents. */
export type AnswerParts = {
  /** What a part of a stream becomes. */
  streamed(part: unknown): unknown[];
  /** What was held back of texts that never ended. */
  flush(): unknown[];
  /** The stream was cut short. */
  cut(): void;
  /** What a finished content becomes. */
  finished(content: object): object[];
};

type Reading = { watch: AnswerWatch; reasonings: Reasonings };

export function createAnswerParts({ watch, reasonings }: Reading): AnswerParts {
  const texts = new Map<unknown, PartReader>();
  const thoughts = new Map<unknown, ReasoningReader>();
  const tags = new Set<string>();

  const textOf = (id: unknown) => opened(texts, id, () => watch.part());
  const thoughtOf = (id: unknown) => opened(thoughts, id, () => reasonings.reader());

  /** The offers that a text cites, for the list that a page shows below an answer. */
  const sourcesOf = (cited: readonly Cited[]): object[] =>
    cited.flatMap(({ offer, kind }) => {
      const { clickUrl: url, tag } = offer;
      if (tags.has(tag)) return [];
      tags.add(tag);
      const providerMetadata = { placard: { kind, tag } };
      const title = labelText(offer);
      const id = `placard-${tag}`;
      return [{ type: "source", sourceType: "url", id, url, title, providerMetadata }];
    });

  function endText(part: Json): unknown[] {
    const reader = textOf(part.id);
    texts.delete(part.id);
    const { text: delta, cited } = reader.end();
    const rest = delta === "" ? [] : [{ type: "text-delta", id: part.id, delta }];
    return [...rest, withShifted(part, reader), ...sourcesOf(cited)];
  }

  function endThought(part: Json): unknown[] {
    const delta = thoughtOf(part.id).end();
    thoughts.delete(part.id);
    return [...(delta === "" ? [] : [{ type: "reasoning-delta", id: part.id, delta }]), part];
  }

  function flush(): unknown[] {
    const open = [...texts];
    texts.clear();
    return open.flatMap(([id, reader]): unknown[] => {
      const { text: delta, cited } = reader.end();
      return [...(delta === "" ? [] : [{ type: "text-delta", id, delta }]), ...sourcesOf(cited)];
    });
  }

  function streamed(part: unknown): unknown[] {
    if (!isRecord(part)) return [part];
    switch (part.type) {
      case "text-delta":
        return shown(part, textOf(part.id));
      case "text-end":
        return guarded(() => endText(part)) ?? [part];
      case "reasoning-delta":
        return shown(part, thoughtOf(part.id));
      case "reasoning-end":
        return guarded(() => endThought(part)) ?? [part];
      case "finish":
        return [...(guarded(flush) ?? []), part];
      default:
        return [part];
    }
  }

  return {
    streamed,
    flush: () => guarded(flush) ?? [],
    cut() {
      for (const reader of texts.values()) guarded(() => reader.cut());
    },
    finished(content) {
      if (!isRecord(content) || typeof content.text !== "string") return [content];
      const { text, type } = content;
      if (type === "reasoning") return [{ ...content, text: reasonings.strip(text) }];
      if (type !== "text") return [content];
      const reader = watch.part();
      const start = reader.push(text);
      const { text: rest, cited } = reader.end();
      return [{ ...withShifted(content, reader), text: start + rest }, ...sourcesOf(cited)];
    },
  };
}

function opened<Reader>(open: Map<unknown, Reader>, id: unknown, make: () => Reader): Reader {
  const reader = open.get(id) ?? make();
  open.set(id, reader);
  return reader;
}

/** A chunk that is held back as a whole leaves nothing, unless it carries more than text. */
function shown(part: Json, reader: { push(chunk: string): string }): unknown[] {
  const { delta: given, providerMetadata } = part;
  if (typeof given !== "string" || given === "") return [part];
  const delta = guarded(() => reader.push(given)) ?? given;
  return delta === "" && providerMetadata === undefined ? [] : [{ ...part, delta }];
}

/** `citations` is where the AI SDK 7 keeps what its providers say of a text. */
function withShifted(part: Json, { shift }: PartReader): Json {
  const { citations, providerMetadata } = part;
  return {
    ...part,
    ...(citations !== undefined && { citations: shifted(citations, shift) }),
    ...(providerMetadata !== undefined && { providerMetadata: shifted(providerMetadata, shift) }),
  };
}
