import { isWithinReach, type Session } from "../turn/claims.ts";
import type { TurnRecord } from "../turn/memory.ts";
import type { CitationsResponse, StartTimer } from "../types.ts";

/** Below the 30 s after which proxies give a silent connection up. */
const WAIT_MS = 25_000;
/** A host that gives a turn's offers to its model does so at once. */
const UNUSED_WAIT_MS = 3_000;
/** Widgets that wait for one answer: the same reader in some tabs. */
const WAITING_MAX = 8;

type Waiting = { startTimer: StartTimer; signal: AbortSignal | undefined };

/**
 * Which cards the answer of a turn cites. Waits until the answer has ended, at most 25 s; where no
 * model was given the turn's offers, no answer will cite them.
 */
export async function citedCards(
  record: TurnRecord | undefined,
  session: Session,
  waiting: Waiting,
): Promise<CitationsResponse> {
  const isTheirs = record !== undefined && isWithinReach(record.binding, session);
  if (!isTheirs || record.offers.length === 0) return { status: "unknown", cited: [] };
  if (record.cited === undefined && record.waiting.size < WAITING_MAX) {
    await untilEnded(record, waiting);
  }
  const { cited } = record;
  if (cited !== undefined) return { status: "done", cited };
  return { status: isUsed(record) ? "pending" : "unknown", cited: [] };
}

const isUsed = ({ contextUsed, isAnswered }: TurnRecord): boolean => contextUsed || isAnswered;

function untilEnded(record: TurnRecord, { startTimer, signal }: Waiting): Promise<void> {
  const { waiting } = record;
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      waiting.delete(end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = startTimer(end, isUsed(record) ? WAIT_MS : UNUSED_WAIT_MS);
    waiting.add(end);
    signal?.addEventListener("abort", end, { once: true });
  });
}
