import type {
  ChatTurn,
  ConsentSignals,
  NoFillReason,
  TurnRequest,
  TurnResponse,
} from "@placard/publisher-kit/types";
import { createFollow, type Follow } from "./cited.ts";
import type { Session } from "./session.ts";
import { noFill, parseTurn } from "./validate.ts";

/** The server answers within 800 ms; the rest is for the way there and back. */
const TURN_TIMEOUT_MS = 950;
/** Earlier turns sent along, so that "a cheaper one" can be understood. */
const PREVIOUS_MAX = 3;
/** A pasted document is no shopping question; its end says what the reader wants. */
const TEXT_LENGTH_MAX = 4000;

export type Turns = {
  /** Always resolves. A turn that is overtaken by a newer one resolves with `aborted`. */
  ask(text: string, consent: ConsentSignals | undefined): TurnResponse | Promise<TurnResponse>;
  /** Ended by the next turn and by `reset`, too. */
  follow: Follow;
  /** Drops the pending answer and deletes the conversation. */
  reset(): void;
};

/** Asks the turn route, one turn at a time, never longer than the deadline. */
export function createTurns(session: Session): Turns {
  let stop: ((reason: NoFillReason) => void) | undefined;
  let previous: ChatTurn[] = [];
  const follow = createFollow(session);

  async function request(body: TurnRequest, signal: AbortSignal): Promise<TurnResponse> {
    try {
      const response = await session.post("/turn", body, signal);
      if (response.ok) return parseTurn(await response.json());
    } catch {
      // No answer is as good as one that says no.
    }
    return noFill("http_error");
  }

  return {
    follow,
    ask(text, consent) {
      follow();
      stop?.("aborted");
      if (typeof text !== "string" || !text.trim()) return noFill("no_intent");
      const body: TurnRequest = { text: text.slice(-TEXT_LENGTH_MAX), previous, consent };
      previous = [...previous, { role: "user" as const, text: body.text }].slice(-PREVIOUS_MAX);
      if (consent?.coppa) return noFill("consent");
      // The deadline decides even when nothing below it listens to the signal.
      return new Promise((resolve) => {
        const controller = new AbortController();
        stop = (reason) => {
          resolve(noFill(reason));
          controller.abort();
        };
        setTimeout(stop, TURN_TIMEOUT_MS, "timeout");
        request(body, controller.signal).then(resolve);
      });
    },
    reset() {
      follow();
      stop?.("aborted");
      previous = [];
    },
  };
}
