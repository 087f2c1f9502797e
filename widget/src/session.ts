import { nowMs } from "./clock.ts";
import { post } from "./post.ts";
import { isFields } from "./validate.ts";

/** A token this close to its end is not used for a new request. */
const SPARE_MS = 30_000;

export type Session = {
  /** The token for the next request. Errors: rejects when none can be had. */
  token(signal: AbortSignal): Promise<string>;
  /** The last token in use, for a page that is closing and cannot wait. */
  last(): string | undefined;
  /** Called when the server refuses the token. */
  forget(): void;
};

/**
 * Keeps the browser's session token. The host's `getToken` is asked each time and may cache as it
 * likes; a token of the session route is kept in memory until shortly before it expires.
 */
export function createSession(
  endpoint: string,
  getToken?: () => string | Promise<string>,
): Session {
  let last: string | undefined;
  let expiresAtMs = 0;

  async function open(signal: AbortSignal): Promise<string> {
    const response = await post(`${endpoint}/session`, {}, { signal });
    const answer: unknown = await response.json();
    if (!isFields(answer) || typeof answer.token !== "string") throw answer;
    expiresAtMs = Date.parse(String(answer.expiresAt)) || 0;
    return answer.token;
  }

  return {
    async token(signal) {
      if (getToken) last = await getToken();
      else if (!last || nowMs() > expiresAtMs - SPARE_MS) last = await open(signal);
      return last;
    },
    last: () => last,
    forget() {
      expiresAtMs = 0;
    },
  };
}
