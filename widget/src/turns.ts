import type {
  ChatTurn,
  ConsentSignals,
  NoFillReason,
  TurnRequest,
  TurnResponse,
} from "@placard/publisher-kit/types";
import { post } from "./post.ts";
import type { Session } from "./session.ts";
import { parseTurn } from "./validate.ts";

/** The server answers within 800 ms; the rest is for the way there and back. */
const TURN_TIMEOUT_MS = 950;
/** Earlier turns sent along, so that "a cheaper one" can be understood. */
const PREVIOUS_MAX = 3;
/** A pasted document is no shopping question; its end says what the reader wants. */
const TEXT_LENGTH_MAX = 4000;

export type Turns = {
  /** Always resolves. A turn that is overtaken by a newer one resolves with `aborted`. */
  ask(text: string, consent: ConsentSignals | undefined): Promise<TurnResponse>;
  /** Drops the answer under way and forgets what was said. */
  reset(): void;
};

/** A turn that shows nothing, and why. */
export function noFill(reason: NoFillReason): TurnResponse {
  return { status: "no_fill", reason };
}

/** Asks the turn route, one turn at a time, never longer than the deadline. */
export function createTurns(endpoint: string, session: Session): Turns {
  let stop: ((reason: NoFillReason) => void) | undefined;
  let previous: ChatTurn[] = [];

  async function request(
    body: TurnRequest,
    signal: AbortSignal,
    mayRetry: boolean,
  ): Promise<TurnResponse> {
    const token = await session.token(signal);
    // The host's own token may have come after the deadline.
    signal.throwIfAborted();
    const response = await post(`${endpoint}/turn`, body, { signal, token });
    if (response.status === 401 && mayRetry) {
      session.forget();
      return request(body, signal, false);
    }
    return response.ok ? parseTurn(await response.json()) : noFill("http_error");
  }

  /** The deadline decides even when nothing below it listens to the signal. */
  function answer(body: TurnRequest): Promise<TurnResponse> {
    return new Promise((resolve) => {
      const controller = new AbortController();
      stop = (reason) => {
        resolve(noFill(reason));
        controller.abort();
      };
      const timer = setTimeout(stop, TURN_TIMEOUT_MS, "timeout");
      request(body, controller.signal, true)
        .catch(() => noFill("http_error"))
        .then(resolve)
        .finally(() => clearTimeout(timer));
    });
  }

  return {
    async ask(text, consent) {
      stop?.("aborted");
      if (typeof text !== "string" || !text.trim()) return noFill("no_intent");
      const body: TurnRequest = { text: text.slice(-TEXT_LENGTH_MAX), previous, consent };
      previous = [...previous, { role: "user" as const, text: body.text }].slice(-PREVIOUS_MAX);
      return consent?.coppa ? noFill("consent") : answer(body);
    },
    reset() {
      stop?.("aborted");
      previous = [];
    },
  };
}
