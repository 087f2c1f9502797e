import type { PublisherKit, Turn } from "@placard/publisher-kit/types";
import type { ReaderSession, SharedTurn, Taker } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";
import { topicsOf } from "./topics.ts";

const LOGS_MAX = 20;
/** The sidebar asks within moments of the answer, or not at all. */
const SHARED_FOR_MS = 10_000;

export type SharedTurns = {
  turnFor(session: ReaderSession, text: string, taker: Taker): SharedTurn;
};

/**
 * Asks the exchange once per turn: the answer and the sidebar, which come as two requests in either
 * order, share what comes back, so that the words beside a card are about that card.
 */
export function createSharedTurns(options: {
  kit: Pick<PublisherKit, "turn">;
  timeline: Timeline;
  now: () => number;
}): SharedTurns {
  const { kit, timeline, now } = options;
  const start = (session: ReaderSession, text: string, taker: Taker): SharedTurn => {
    const previous = [...session.conversation];
    const log = timeline.start(text);
    const input = { text, previous, sessionKey: session.key, topics: topicsOf(text, previous) };
    const turn = timeline.during(log, () => kit.turn(input));
    return { text, log, turn, takenBy: new Set([taker]) };
  };
  return {
    turnFor(session, text, taker) {
      const known = session.shared;
      const isOpen = known !== undefined && now() - known.log.startedAtMs < SHARED_FOR_MS;
      if (isOpen && known.text === text && !known.takenBy.has(taker)) {
        known.takenBy.add(taker);
        return known;
      }
      const shared = start(session, text, taker);
      session.shared = shared;
      session.logs = [...session.logs, shared.log].slice(-LOGS_MAX);
      return shared;
    },
  };
}

/** The context is for the model alone and never reaches the browser. */
export function forBrowser(turn: Turn): object {
  if (turn.status === "no_fill") return turn;
  return { status: turn.status, turnId: turn.turnId, cards: turn.cards };
}
