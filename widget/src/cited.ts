import type { CitationsRequest, CitationsResponse, CitedCard } from "@placard/publisher-kit/types";
import type { Session } from "./session.ts";

/** Each request waits up to 25 s on the server for the end of the answer. */
const ASKS_MAX = 8;
/** A server with too many waiting requests answers at once. */
const PAUSE_MS = 1000;

/**
 * Asks which cards the answer of a turn cites, until it has ended. Never rejects. A later call ends
 * the one before; without a turn that is all it does.
 */
export type Follow = (
  turnId?: string,
  onCited?: (cited: readonly CitedCard[]) => void,
) => Promise<void>;

/** Asks the citations route, for one answer at a time. */
export function createFollow(session: Session): Follow {
  let controller: AbortController | undefined;

  return async (turnId, onCited) => {
    controller?.abort();
    if (!turnId) return;
    controller = new AbortController();
    const { signal } = controller;
    try {
      for (let asks = 0; asks < ASKS_MAX && !signal.aborted; asks += 1) {
        const body: CitationsRequest = { turnId };
        const answer = await session.post("/citations", body, signal);
        const { status, cited }: CitationsResponse = await answer.json();
        if (status !== "pending") return onCited?.(cited);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } catch {
      // An answer without marks is as good as one of which nothing is known.
    }
  };
}
