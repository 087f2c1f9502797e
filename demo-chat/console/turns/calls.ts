import { type Json, parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import type { FaultName, WireCall } from "../wire.ts";
import { redact, shortened } from "./redact.ts";

/** What a call asks of the exchange. */
export type Asked = { tool: string; args: Json };

/** One call of a kit, from its start; `wire` is filled in when it is over. */
export type SeenCall = Asked & {
  wire: WireCall;
  startedAtMs: number;
  /** The whole answer without its secrets; undefined until there is one. */
  answer: unknown;
};

export type CallListener = { onStart(call: SeenCall): void; onEnd(call: SeenCall): void };

/** One attempt to call, and what may come between. */
export type Attempt = Asked & {
  signal: AbortSignal | undefined;
  /** Sends the call as it is. */
  send(): Promise<Response>;
  /** Says which fault changed the call, or how long it took where that was another time. */
  note(facts: { fault?: FaultName | undefined; durationMs?: number }): void;
};

type Options = {
  fetch: typeof globalThis.fetch;
  /** The true time, whatever clock the kit has. */
  now: () => number;
  listener: CallListener;
  /** Does to a call what is switched on. */
  attempt(call: Attempt): Promise<Response>;
};

/** A fetch for a kit whose calls the console records and changes. */
export function createWatchedFetch(options: Options): typeof globalThis.fetch {
  const { now, listener } = options;
  return async (input, init) => {
    const asked = readAsked(init?.body);
    const call = startCall(asked, now());
    let knownMs: number | undefined;
    listener.onStart(call);
    try {
      const response = await options.attempt({
        ...asked,
        signal: init?.signal ?? undefined,
        send: () => options.fetch(input, init),
        note: ({ fault, durationMs }) => {
          if (fault !== undefined) call.wire.fault = fault;
          knownMs = durationMs;
        },
      });
      const text = await response.text();
      const requestId = response.headers.get("x-request-id");
      call.answer = redact(parseJson(text));
      call.wire.status = response.status;
      call.wire.response = shortened(call.answer);
      if (requestId !== null) call.wire.requestId = requestId;
      return new Response(text, { status: response.status, headers: response.headers });
    } catch (error) {
      call.wire.response = { failed: init?.signal?.aborted ? GIVEN_UP : reasonOf(error) };
      throw error;
    } finally {
      call.wire.durationMs = knownMs ?? now() - call.startedAtMs;
      listener.onEnd(call);
    }
  };
}

/** What is kept of a call that its caller did not wait for any more. */
export const GIVEN_UP = "given up";

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}

function startCall(asked: Asked, startedAtMs: number): SeenCall {
  const request = redact({ tool: asked.tool, arguments: asked.args });
  const title = `POST /api/agent ${asked.tool}`;
  const wire: WireCall = { title, status: null, durationMs: 0, request };
  return { ...asked, wire, startedAtMs, answer: undefined };
}

function readAsked(body: unknown): Asked {
  const asked = typeof body === "string" ? recordOf(parseJson(body)) : undefined;
  return { tool: textOf(asked?.tool) ?? "", args: recordOf(asked?.arguments) ?? {} };
}
