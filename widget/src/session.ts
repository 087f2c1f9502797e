import { nowMs } from "./clock.ts";
import type { MountOptions } from "./types.ts";

/** A token this close to its end is not used for a new request. */
const SPARE_MS = 30_000;

export type Session = {
  /**
   * Posts JSON, made with a token that is still good, to one of the routes. A token the server
   * refuses is not used again. Errors: rejects as `fetch` does, and when no token can be had.
   */
  post(route: string, body: object, signal: AbortSignal, isSecond?: boolean): Promise<Response>;
  /** Sends the same for a page that is closing: with the last token, ignoring the answer. */
  beam(body: object): void;
};

/**
 * Keeps the browser's session token. The host's `getToken` is asked each time and may cache as it
 * likes; a token of the session route is kept in memory until shortly before it expires.
 */
export function createSession(base: string, getToken: MountOptions["getToken"]): Session {
  let last: string | undefined;
  let expiresAtMs = 0;

  const signed = (body: object): string => JSON.stringify({ token: last, ...body });

  function send(route: string, body: object, signal: AbortSignal): Promise<Response> {
    const isEvents = route === "/events";
    return fetch(base + route, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(last && { authorization: `Bearer ${last}` }),
      },
      body: isEvents ? signed(body) : JSON.stringify(body),
      signal,
      keepalive: isEvents,
    });
  }

  async function fresh(signal: AbortSignal): Promise<string> {
    if (getToken) return getToken();
    if (last && nowMs() < expiresAtMs - SPARE_MS) return last;
    const answer = await (await send("/session", {}, signal)).json();
    if (!answer.token) throw answer;
    expiresAtMs = Date.parse(answer.expiresAt);
    return answer.token;
  }

  return {
    async post(route, body, signal, isSecond) {
      last = await fresh(signal);
      // The host's own token may have come after the deadline.
      signal.throwIfAborted();
      const response = await send(route, body, signal);
      if (response.status !== 401) return response;
      expiresAtMs = 0;
      return isSecond ? response : this.post(route, body, signal, true);
    },
    beam(body) {
      // Plain text needs no preflight, which a closing page could not wait for.
      if (last) navigator.sendBeacon(`${base}/events`, signed(body));
    },
  };
}
