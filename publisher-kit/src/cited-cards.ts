import type { TurnRecord } from "./memory.ts";
import type { CitationsResponse, StartTimer } from "./types.ts";

/** Below the 30 s after which proxies give a silent connection up. */
const WAIT_MS = 25_000;
/** Widgets that wait for one answer: the same reader in some tabs. */
const WAITING_MAX = 8;

type Waiting = { startTimer: StartTimer; signal: AbortSignal | undefined };

/** Which cards the answer of a turn cites. Waits until the answer has ended, at most 25 s. */
export async function citedCards(
  record: TurnRecord | undefined,
  binding: string,
  waiting: Waiting,
): Promise<CitationsResponse> {
  const isTheirs = record?.binding === "" || record?.binding === binding;
  if (record === undefined || !isTheirs || record.offers.length === 0) {
    return { status: "unknown", cited: [] };
  }
  if (record.cited === undefined && record.waiting.size < WAITING_MAX) {
    await untilEnded(record, waiting);
  }
  const { cited } = record;
  return cited === undefined ? { status: "pending", cited: [] } : { status: "done", cited };
}

function untilEnded({ waiting }: TurnRecord, { startTimer, signal }: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      waiting.delete(end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = startTimer(end, WAIT_MS);
    waiting.add(end);
    signal?.addEventListener("abort", end, { once: true });
  });
}
