import { guarded } from "../core/guards.ts";
import type { Host } from "../core/host.ts";
import type { TurnRecord } from "../turn/memory.ts";
import type { Settings } from "../turn/settings.ts";
import type { AnswerStream, CitedCard, ReportInput } from "../types.ts";
import {
  type AnswerReader,
  type CitedAnswer,
  createAnswerReader,
  isDecision,
  reportsFor,
} from "./citing.ts";
import type { CitationOffer } from "./types.ts";

/** A tool that takes longer lets the answer so far end; what follows it is read as another. */
const TOOLS_MS = 120_000;

/** Reads an answer as it comes: part by part, and what it earns at its end. */
export type AnswerWatch = Pick<AnswerReader, "part"> & {
  end(): CitedAnswer;
  /** The model called tools: the answer ends with its next part, or after a while without one. */
  pause(): void;
  isOver(): boolean;
};

type Watched = {
  /** Absent where only earlier offers can be cited. */
  record: TurnRecord | undefined;
  earlier: readonly CitationOffer[];
  model: string | undefined;
  host: Host;
  settings: Pick<Settings, "render" | "appendDisclosure" | "shareText" | "startTimer">;
  report(event: ReportInput): void;
  count(answer: CitedAnswer): void;
};

export function watchAnswer(watched: Watched): AnswerWatch {
  const { record, earlier, settings } = watched;
  const offers = [...(record?.offers.map(({ cite }) => cite) ?? []), ...earlier];
  const reader = createAnswerReader(offers, settings);
  let ended: CitedAnswer | undefined;
  let cancel = (): void => undefined;
  const end = (): CitedAnswer => {
    cancel();
    if (ended !== undefined) return ended;
    ended = reader.end();
    settle(watched, ended);
    return ended;
  };
  return {
    part() {
      cancel();
      return reader.part();
    },
    pause() {
      cancel();
      if (ended === undefined) cancel = settings.startTimer(() => guarded(end), TOOLS_MS);
    },
    isOver: () => ended !== undefined,
    end,
  };
}

function settle({ record, model, host, settings, report, count }: Watched, answer: CitedAnswer) {
  count(answer);
  if (record === undefined) return;
  const { turnId } = record;
  for (const cited of answer.cited) {
    const { tag, label, sponsor } = cited.offer;
    const own = record.offers.find(({ cite }) => cite.tag === tag);
    host.emit({
      type: "citation",
      turnId,
      campaignIds: own?.deliveries.map(({ campaignId }) => campaignId) ?? [],
      tag,
      label,
      sponsor,
      kind: cited.kind,
      position: cited.position,
      rendered: cited.rendered,
      decision: isDecision(cited, answer),
    });
  }
  if (answer.unmarked.length > 0) {
    const names = [...answer.unmarked];
    host.emit({ type: "unmarked", turnId, names, ...(model !== undefined && { model }) });
  }
  for (const event of reportsFor(record, answer, settings.shareText)) report(event);
  record.cited = citedCardsOf(record, answer);
  for (const tell of [...record.waiting]) tell();
}

/** Those of the answer, and those of the turn's answers before it. */
function citedCardsOf({ cardTokens, cited = [] }: TurnRecord, answer: CitedAnswer): CitedCard[] {
  const now = answer.cited.flatMap(({ offer, kind }): CitedCard[] => {
    const cardToken = cardTokens.get(offer.tag);
    return cardToken === undefined ? [] : [{ cardToken, kind }];
  });
  const tokens = new Set(now.map(({ cardToken }) => cardToken));
  return [...cited.filter(({ cardToken }) => !tokens.has(cardToken)), ...now];
}

export const isReadable = (answer: AnswerStream): answer is ReadableStream<string> =>
  typeof ReadableStream !== "undefined" && answer instanceof ReadableStream;

/** What can be shown of a chunk; the chunk itself where reading fails. */
function shownOf(part: { push(chunk: string): string }, chunk: string): string {
  return guarded(() => part.push(chunk)) ?? chunk;
}

/**
 * Hands a stream on with labels for marks. A stream that was cut short is judged by what was shown.
 */
export async function* citedIterable(
  answer: AsyncIterable<string>,
  watch: AnswerWatch,
): AsyncGenerator<string> {
  const part = watch.part();
  try {
    for await (const chunk of answer) {
      const shown = shownOf(part, chunk);
      if (shown !== "") yield shown;
    }
    const rest = guarded(() => part.end().text) ?? "";
    if (rest !== "") yield rest;
  } finally {
    guarded(() => part.cut());
    guarded(() => watch.end());
  }
}

export function citedReadable(
  answer: ReadableStream<string>,
  watch: AnswerWatch,
): ReadableStream<string> {
  const part = watch.part();
  return mapped(answer, {
    map: (chunk) => [shownOf(part, chunk)].filter((text) => text !== ""),
    flush: () => [guarded(() => part.end().text) ?? ""].filter((text) => text !== ""),
    end: () => {
      part.cut();
      watch.end();
    },
  });
}

export type Mapping<Part> = {
  map(part: Part): Part[];
  /** What follows the last part; not called where the stream was cut short. */
  flush(): Part[] | Promise<Part[]>;
  /** Called once, also where the stream fails or its reader turns away. */
  end(): void;
};

/**
 * Hands a stream on through a mapping. An answer that was cut short is judged by what was shown.
 * Nothing is read ahead of the host.
 */
export function mapped<Part>(
  stream: ReadableStream<Part>,
  { map, flush, end }: Mapping<Part>,
): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read().catch((error: unknown) => {
            guarded(end);
            throw error;
          });
          const parts = done ? await flush() : map(value);
          for (const part of parts) controller.enqueue(part);
          if (done) {
            controller.close();
            guarded(end);
            return;
          }
          if (parts.length > 0) return;
        }
      },
      async cancel(reason) {
        guarded(end);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
