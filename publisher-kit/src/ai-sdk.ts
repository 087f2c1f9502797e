import { type AiSdkMessage, readPrompt, withContext } from "./ai-sdk-prompt.ts";
import type { PartReader } from "./citing.ts";
import { guarded, isRecord } from "./guards.ts";
import { internalsOf } from "./internals.ts";
import { mapped } from "./observe.ts";
import { createShelf, type OfferedTurn, offersFor, type TurnDetails } from "./offered-turn.ts";
import type { PublisherKit } from "./types.ts";

/** Tool calls whose results may still come back; each belongs to a tool loop under way. */
const TOOL_CALLS_MAX = 5_000;
const NAMESPACE = "placard";

/** What the middleware uses of a model call, alike in the provider interfaces v2, v3 and v4. */
export type AiSdkParams = {
  prompt: AiSdkMessage[];
  abortSignal?: AbortSignal | undefined;
  providerOptions?: Record<string, unknown> | undefined;
};

export type AiSdkOptions = {
  /** What the host knows of this call beside its `providerOptions.placard`. */
  details?: (params: AiSdkParams) => TurnDetails | undefined;
};

/** Fits `LanguageModelMiddleware` of the AI SDK 5, 6 and 7. */
export type AiSdkMiddleware = {
  specificationVersion: "v3";
  transformParams<Params extends AiSdkParams>(call: { params: Params }): Promise<Params>;
  wrapGenerate<Result extends { content: readonly object[] }>(call: {
    doGenerate: () => PromiseLike<Result>;
    params: object;
  }): Promise<Result>;
  wrapStream<Result extends { stream: ReadableStream<unknown> }>(call: {
    doStream: () => PromiseLike<Result>;
    params: object;
  }): Promise<Result>;
};

type Listener = { hear(part: unknown): void; end(): void };

/**
 * Middleware for `wrapLanguageModel`: adds the offers for the reader's last message to that
 * message, as quoted data, and watches the answer for mentions without holding a chunk back. A tool
 * loop asks once; its later steps see the same offers. In `sidebar` mode it changes nothing.
 *
 * Shape: `providerOptions: { placard: { sessionKey, consent, locale, topics } }` of a call tells
 * what only the host knows; no provider gets to see it.
 */
export function offersMiddleware(kit: PublisherKit, options: AiSdkOptions = {}): AiSdkMiddleware {
  const offered = new WeakMap<object, { offers: OfferedTurn; text: string }>();
  const loops = createShelf<OfferedTurn>(TOOL_CALLS_MAX);

  async function offersOf(params: AiSdkParams) {
    const asked = guarded(() => readPrompt(params.prompt));
    if (asked === undefined) return undefined;
    const { text, previous, toolCallIds } = asked;
    if (toolCallIds !== undefined) {
      const offers = toolCallIds.map((id) => loops.get(loopKey(id, text))).find(Boolean);
      return offers && { offers, text };
    }
    // A host that cannot say what its reader agreed to gets no offers.
    const details = guarded(() => ({ ...options.details?.(params), ...ownOptions(params) }));
    if (details === undefined) return undefined;
    const offers = await offersFor(kit, { text, previous, details, signal: params.abortSignal });
    return offers && { offers, text };
  }

  /** The model has taken the call, so its context was used; what it says now is watched. */
  function listenerOf(params: object): Listener | undefined {
    const known = offered.get(params);
    if (known === undefined) return undefined;
    const { offers, text } = known;
    guarded(() => kit.context(offers.turn));
    const watch = guarded(() => internalsOf(kit).watch(offers.turn));
    const reader = watch?.part();
    return {
      hear(part) {
        if (reader !== undefined) pushText(part, reader);
        const id = toolCallIdOf(part);
        if (id !== undefined) loops.set(loopKey(id, text), offers);
      },
      end() {
        reader?.end();
        watch?.end();
      },
    };
  }

  return {
    specificationVersion: "v3",
    async transformParams({ params }) {
      const plain = guarded(() => withoutOwnOptions(params)) ?? params;
      const known = await offersOf(params);
      if (known === undefined) return plain;
      const prompt = guarded(() => withContext(params.prompt, known.offers.context));
      if (prompt === undefined) return plain;
      const changed = { ...plain, prompt };
      offered.set(changed, known);
      return changed;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const listener = listenerOf(params);
      guarded(() => {
        for (const part of result.content) listener?.hear(part);
      });
      guarded(() => listener?.end());
      return result;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      const listener = listenerOf(params);
      if (listener === undefined) return result;
      const map = (part: unknown): unknown[] => {
        guarded(() => listener.hear(part));
        return [part];
      };
      return {
        ...result,
        stream: mapped(result.stream, { map, flush: () => [], end: listener.end }),
      };
    },
  };
}

const loopKey = (toolCallId: string, text: string): string => `${toolCallId}\n${text}`;

function ownOptions({ providerOptions }: AiSdkParams): TurnDetails {
  const own = providerOptions?.[NAMESPACE];
  return isRecord(own) ? own : {};
}

function withoutOwnOptions<Params extends AiSdkParams>(params: Params): Params {
  if (params.providerOptions?.[NAMESPACE] === undefined) return params;
  const { [NAMESPACE]: _own, ...providerOptions } = params.providerOptions;
  return { ...params, providerOptions };
}

function pushText(part: unknown, reader: PartReader): void {
  if (!isRecord(part)) return;
  const said = part.type === "text-delta" ? part.delta : part.type === "text" ? part.text : "";
  if (typeof said === "string" && said !== "") reader.push(said);
}

function toolCallIdOf(part: unknown): string | undefined {
  if (!isRecord(part) || part.type !== "tool-call") return undefined;
  return typeof part.toolCallId === "string" ? part.toolCallId : undefined;
}
