import type { Desks } from "./desks.ts";
import type { ReaderSession, SharedTurn, Taker } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";
import { topicsOf } from "./topics.ts";

const RUNS_MAX = 20;
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
  desks: Pick<Desks, "deskOf">;
  timeline: Timeline;
  /** What is away for everybody, in words. */
  goneNow: () => readonly string[];
  now: () => number;
}): SharedTurns {
  const { desks, timeline, goneNow, now } = options;
  const start = (session: ReaderSession, text: string, taker: Taker): SharedTurn => {
    const previous = [...session.conversation];
    const desk = desks.deskOf(session);
    const run = timeline.start(text, session.settings);
    const gone = goneNow().join(" and ");
    if (gone !== "") {
      timeline.add(run, { kind: "fault", text: `Away for everybody: ${gone}.`, isOutside: true });
    }
    const input = { text, previous, sessionKey: session.key, topics: topicsOf(text, previous) };
    const turn = timeline.during(run, () => desk.kit.turn(input));
    void turn.then((settled) => {
      run.turn = settled;
      run.turnMs = now() - run.log.startedAtMs;
      if (settled.status === "filled") run.cards = settled.cards.map(({ cardToken }) => cardToken);
    });
    return { text, run, desk, turn, takenBy: new Set([taker]) };
  };
  return {
    turnFor(session, text, taker) {
      const known = session.shared;
      const isOpen = known !== undefined && now() - known.run.log.startedAtMs < SHARED_FOR_MS;
      if (isOpen && known.text === text && !known.takenBy.has(taker)) {
        known.takenBy.add(taker);
        return known;
      }
      const shared = start(session, text, taker);
      session.shared = shared;
      session.runs = [...session.runs, shared.run].slice(-RUNS_MAX);
      return shared;
    },
  };
}
