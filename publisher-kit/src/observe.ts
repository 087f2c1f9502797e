import { guarded } from "./guards.ts";
import type { TurnRecord } from "./memory.ts";
import { createMentionMatcher } from "./mention/index.ts";
import type { AnswerStream, Mention, MentionOffer, ReportInput } from "./types.ts";

/** Evidence is a sentence, not the answer. */
const EVIDENCE_MAX = 300;

/** Campaigns first by their id, then the products of the turn as the other options. */
function offersOf(record: TurnRecord): MentionOffer[] {
  const booked = record.deliveries.map(({ campaignId, draft }) => ({
    offerId: campaignId,
    title: draft.title,
    ...(draft.sponsor !== undefined && { sponsor: draft.sponsor }),
  }));
  const products = record.drafts
    .filter(({ kind }) => kind === "product")
    .map(({ title }, index) => ({ offerId: `product:${index}`, title }));
  return [...booked, ...products];
}

export const matcherFor = (record: TurnRecord): ReturnType<typeof createMentionMatcher> =>
  createMentionMatcher(offersOf(record));

/**
 * The reports an answer earns: recommendations of `cpr` and decisions of `cpd` campaigns, once each
 * per turn. An offer the model never saw was not recommended by the placement, so a turn without
 * context earns none.
 */
export function reportsFor(
  record: TurnRecord,
  mentions: readonly Mention[],
  shareText: boolean,
): ReportInput[] {
  if (record.context === "") return [];
  return mentions.flatMap((mention): ReportInput[] => {
    const delivery = record.deliveries.find(({ campaignId }) => campaignId === mention.offerId);
    if (delivery?.mayReason !== true || record.reported.has(mention.offerId)) return [];
    const recommended = delivery.adUnitType === "cpr";
    const decided = delivery.adUnitType === "cpd" && mention.decision;
    if (!recommended && !decided) return [];
    record.reported.add(mention.offerId);
    const { campaignId, deliveryId } = delivery;
    return [
      {
        type: "conversion",
        campaignId,
        deliveryId,
        turnId: record.turnId,
        ...(record.sessionKey !== undefined && { sessionKey: record.sessionKey }),
        conversionType: recommended ? "recommendation" : "decision",
        ...(decided && { options: mention.options }),
        ...(shareText && { evidence: mention.sentence.slice(0, EVIDENCE_MAX) }),
      },
    ];
  });
}

export const isReadable = (answer: AnswerStream): answer is ReadableStream<string> =>
  typeof ReadableStream !== "undefined" && answer instanceof ReadableStream;

/** Hears an answer as it comes. */
export type Watcher = { push(chunk: string): void; end(): void };

const pushed = (watcher: Watcher, chunk: unknown): void => {
  if (typeof chunk === "string") guarded(() => watcher.push(chunk));
};

/** Hands a stream on chunk by chunk. A stream that was cut short is judged by what was shown. */
export async function* watchIterable(
  answer: AsyncIterable<string>,
  watcher: Watcher,
): AsyncGenerator<string> {
  try {
    for await (const chunk of answer) {
      pushed(watcher, chunk);
      yield chunk;
    }
  } finally {
    guarded(() => watcher.end());
  }
}

export const watchReadable = (
  answer: ReadableStream<string>,
  watcher: Watcher,
): ReadableStream<string> =>
  tapped(
    answer,
    (chunk) => pushed(watcher, chunk),
    () => watcher.end(),
  );

/**
 * Hands a stream on and lets a listener hear each part once the reader of the stream has it. The
 * listener hears the end too where the reader turned away: an answer that was cut short is judged
 * by what was shown.
 */
export function tapped<Part>(
  stream: ReadableStream<Part>,
  hear: (part: Part) => void,
  end: () => void,
): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          guarded(end);
          return;
        }
        controller.enqueue(value);
        guarded(() => hear(value));
      },
      async cancel(reason) {
        guarded(end);
        await reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the host.
    { highWaterMark: 0 },
  );
}
