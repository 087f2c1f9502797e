import type { Cited, PartReader } from "../citations/citing.ts";
import type { AnswerWatch } from "../citations/observe.ts";
import { labelText } from "../citations/render.ts";
import { guarded, isRecord, type Json } from "../core/guards.ts";
import { shifted } from "./annotations.ts";
import type { ReasoningReader, Reasonings } from "./reasoning.ts";

/** Reads what one model call gives, as the parts of a stream or as a list of contents. */
export class AnswerParts {
  #watch: AnswerWatch;
  #reasonings: Reasonings;
  /** The texts and thoughts under way, by their ids. */
  #texts = new Map<unknown, PartReader>();
  #thoughts = new Map<unknown, ReasoningReader>();
  /** What is listed as a source already. */
  #tags = new Set<string>();

  constructor(watch: AnswerWatch, reasonings: Reasonings) {
    this.#watch = watch;
    this.#reasonings = reasonings;
  }

  /** What a part of a stream becomes. */
  streamed(part: unknown): unknown[] {
    if (!isRecord(part)) return [part];
    switch (part.type) {
      case "text-delta":
        return shown(part, this.#textOf(part.id));
      case "text-end":
        return guarded(() => this.#endText(part)) ?? [part];
      case "reasoning-delta":
        return shown(part, this.#thoughtOf(part.id));
      case "reasoning-end":
        return guarded(() => this.#endThought(part)) ?? [part];
      case "finish":
        return [...this.flush(), part];
      default:
        return [part];
    }
  }

  /** What was held back of texts that never ended. */
  flush(): unknown[] {
    const open = [...this.#texts];
    this.#texts.clear();
    return open.flatMap(([id, reader]): unknown[] => {
      const ended = guarded(() => reader.end());
      if (ended === undefined) return [];
      return [...deltaOf("text-delta", id, ended.text), ...this.#sourcesOf(ended.cited)];
    });
  }

  /** The stream was cut short. */
  cut(): void {
    for (const reader of this.#texts.values()) guarded(() => reader.cut());
  }

  /** What a finished content becomes. */
  finished(content: object): object[] {
    if (!isRecord(content) || typeof content.text !== "string") return [content];
    const { text, type } = content;
    if (type === "reasoning") return [{ ...content, text: this.#reasonings.strip(text) }];
    if (type !== "text") return [content];
    const reader = this.#watch.part();
    const start = reader.push(text);
    const { text: rest, cited } = reader.end();
    return [{ ...withShifted(content, reader), text: start + rest }, ...this.#sourcesOf(cited)];
  }

  #textOf(id: unknown): PartReader {
    return opened(this.#texts, id, () => this.#watch.part());
  }

  #thoughtOf(id: unknown): ReasoningReader {
    return opened(this.#thoughts, id, () => this.#reasonings.reader());
  }

  #endText(part: Json): unknown[] {
    const reader = this.#textOf(part.id);
    this.#texts.delete(part.id);
    const { text, cited } = reader.end();
    const end = withShifted(part, reader);
    return [...deltaOf("text-delta", part.id, text), end, ...this.#sourcesOf(cited)];
  }

  #endThought(part: Json): unknown[] {
    const text = this.#thoughtOf(part.id).end();
    this.#thoughts.delete(part.id);
    return [...deltaOf("reasoning-delta", part.id, text), part];
  }

  /** The offers that a text cites, for the list that a page shows below an answer. */
  #sourcesOf(cited: readonly Cited[]): object[] {
    return cited.flatMap(({ offer, kind }) => {
      const { clickUrl: url, tag } = offer;
      if (this.#tags.has(tag)) return [];
      this.#tags.add(tag);
      const providerMetadata = { placard: { kind, tag } };
      const title = labelText(offer);
      const id = `placard-${tag}`;
      return [{ type: "source", sourceType: "url", id, url, title, providerMetadata }];
    });
  }
}

const deltaOf = (type: string, id: unknown, delta: string): object[] =>
  delta === "" ? [] : [{ type, id, delta }];

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
