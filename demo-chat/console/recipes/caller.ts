import { createCitationReader } from "@placard/publisher-kit/citations";
import { type Json, parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import { redact, shortened } from "../turns/redact.ts";
import type { WireCall } from "../wire.ts";
import type { Request } from "./step.ts";

export type Answer = {
  call: WireCall;
  body: Json;
  /** Absent when it went well. */
  problem?: { code: string; message: string };
};

/** Sends the calls of a recipe as anybody could, and keeps what went over the wire. */
export type Caller = {
  /** What will be sent. */
  show(request: Request): WireCall;
  /** Never rejects: what goes wrong is an answer too. */
  send(request: Request): Promise<Answer>;
};

export type CallerOptions = {
  publicUrl: string;
  fetch: typeof fetch;
  /** What the operator's command line does. */
  namePlatformWallet(agentId: string): Promise<string>;
  now: () => number;
};

const TIMEOUT_MS = 15_000;

/** The exchange does not pay for the clicks of programs; here a program clicks for a reader. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export function createCaller(options: CallerOptions): Caller {
  return {
    show: (request) => ({ ...wordsOf(request), status: null, durationMs: 0 }),
    async send(request) {
      const startedMs = options.now();
      const answer = await send(request, options).catch(failed);
      const { status, body, requestId } = answer;
      const problem = problemOf(answer);
      return {
        body,
        call: {
          ...wordsOf(request),
          status,
          durationMs: options.now() - startedMs,
          ...(requestId !== undefined && { requestId }),
          response: shown(withoutEarlier(body)),
        },
        ...(problem !== undefined && { problem }),
      };
    },
  };
}

/** Three products fit. **Units** characters of JSON. */
const SHOWN_MAX = 16_000;

function shown(value: unknown): unknown {
  const clean = redact(shortened(value));
  const { length } = JSON.stringify(clean);
  return length > SHOWN_MAX ? `${length} characters, too long to be shown here` : clean;
}

/** Of a report's thirty days the last one is what just happened. */
function withoutEarlier(body: Json): Json {
  const { series } = body;
  if (!Array.isArray(series) || series.length <= 1) return body;
  return { ...body, series: [`… ${series.length - 1} earlier`, series.at(-1)] };
}

function wordsOf(request: Request): Pick<WireCall, "title" | "request"> {
  switch (request.kind) {
    case "tool":
      return {
        title: `POST /api/agent ${request.tool}`,
        request: shown({ tool: request.tool, arguments: request.args }),
      };
    case "pay":
      return { title: `POST ${new URL(request.checkoutUrl).pathname}/pay` };
    case "click":
      return { title: "GET /r/…" };
    case "cite":
      return { title: "createCitationReader", request: shown({ answer: request.answer }) };
    case "wallet":
      return { title: `npm run operator -- platform wallet ${request.agentId}` };
  }
}

type Raw = { status: number | null; body: Json; requestId?: string };
type Of<Kind extends Request["kind"]> = Extract<Request, { kind: Kind }>;

async function callTool({ tool, args, key }: Of<"tool">, options: CallerOptions): Promise<Raw> {
  const response = await options.fetch(`${options.publicUrl}/api/agent`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ tool, arguments: args }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return read(response);
}

async function pay({ checkoutUrl }: Of<"pay">, options: CallerOptions): Promise<Raw> {
  const response = await options.fetch(`${checkoutUrl}/pay`, {
    method: "POST",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return read(response);
}

/** Goes to the shop itself only where the shop is ours: a brand's own site is left in peace. */
async function click({ clickUrl }: Of<"click">, options: CallerOptions): Promise<Raw> {
  const visit = (url: string) =>
    options.fetch(url, {
      redirect: "manual",
      headers: { "user-agent": BROWSER, accept: "text/html" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const hop = await visit(clickUrl);
  const location = hop.headers.get("location");
  if (location === null) return read(hop);
  await hop.body?.cancel();
  const isOurs = new URL(location).origin === new URL(options.publicUrl).origin;
  if (!isOurs) return { status: hop.status, body: { location } };
  const landing = await visit(location);
  await landing.body?.cancel();
  return { status: hop.status, body: { location, landing: { status: landing.status } } };
}

/** Done by the kit in the chat's own process: nothing is sent. */
function cite({ answer, offers }: Of<"cite">): Raw {
  const reader = createCitationReader(offers);
  const text = reader.push(answer);
  const { text: rest, citations, cited } = reader.end();
  return { status: 0, body: { text: text + rest, citations, cited } };
}

async function nameWallet({ agentId }: Of<"wallet">, options: CallerOptions): Promise<Raw> {
  const text = await options.namePlatformWallet(agentId);
  // A command's code for having worked.
  return { status: 0, body: recordOf(parseJson(text)) ?? {} };
}

function send(request: Request, options: CallerOptions): Promise<Raw> {
  switch (request.kind) {
    case "tool":
      return callTool(request, options);
    case "pay":
      return pay(request, options);
    case "click":
      return click(request, options);
    case "cite":
      return Promise.resolve(cite(request));
    case "wallet":
      return nameWallet(request, options);
  }
}

async function read(response: Response): Promise<Raw> {
  const body = recordOf(parseJson(await response.text())) ?? {};
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return { status: response.status, body, ...(requestId !== undefined && { requestId }) };
}

function failed(error: unknown): Raw {
  const message = error instanceof Error ? error.message : String(error);
  return { status: null, body: { error: { code: "not_sent", message } } };
}

const ERROR_STATUS_MIN = 400;

function problemOf({ status, body }: Raw): Answer["problem"] {
  const error = recordOf(body.error);
  if (error === undefined && (status ?? 0) < ERROR_STATUS_MIN) return undefined;
  const message = textOf(error?.message) ?? `It was answered with ${status}.`;
  return { code: textOf(error?.code) ?? `http_${status}`, message };
}
