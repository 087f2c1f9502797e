import { lookup, Resolver } from "node:dns/promises";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { createBoundedMap } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { PostbackRequest, PostbackSender } from "../../domain/postbacks/index.ts";
import {
  type AllowedHosts,
  checkPostbackUrl,
  hostOf,
  isPublicAddress,
  networkOf,
} from "./address.ts";

interface ReachOptions {
  readonly clock: Clock;
  readonly allowedHosts: AllowedHosts;
  /** Replaced only by tests: the name servers, and whose certificates are trusted. */
  readonly resolve?: ResolveHost;
  readonly ca?: string;
}

export interface SenderOptions extends ReachOptions {
  /** For a whole attempt, from looking the host up to the answer's head. **Units** ms. */
  readonly timeoutMs?: number;
}

/** Published in server/docs/contract.md: receivers rely on it. */
const TIMEOUT_MS = 15_000;
const ANSWER_MAX_BYTES = 65_536;
/** How long the rest of an answer may keep a connection that could be used again. */
const BODY_TIMEOUT_MS = 2_000;
/** As many as a good receiver is sent at once, so that none is opened for one message alone. */
const FREE_SOCKETS_MAX = 64;
const STALE_TRIES_MAX = 3;

/**
 * Sends postbacks. Every attempt looks its host up, and goes on only when all addresses are public.
 * The connection is opened to (or taken from the pool of) the very address that was checked, so
 * that a name server cannot answer twice. Redirects are answers like any other.
 */
export function createPostbackSender(options: SenderOptions): PostbackSender {
  // An idle connection is closed after the same time.
  const pool = { keepAlive: true, maxFreeSockets: FREE_SOCKETS_MAX, timeout: TIMEOUT_MS };
  const agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) };
  const findTarget = createFinder(options);
  return {
    checkUrl: (url) => checkPostbackUrl(url, options.allowedHosts).href,
    isAllowed: (url) => options.allowedHosts.has(hostOf(new URL(url))),
    async send(request) {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), options.timeoutMs ?? TIMEOUT_MS);
      const { signal } = deadline;
      try {
        const target = await findTarget(request.url, signal);
        if (target === undefined) return { kind: "blocked" };
        const { url, address, isAllowed } = target;
        const targets = [hostOf(url), networkOf(address)];
        const until = isAllowed ? undefined : await request.admit?.(targets);
        if (until !== undefined) return { kind: "limited", until };
        return await post(request, target, { agents, signal, options });
      } catch {
        return signal.aborted ? { kind: "timeout" } : { kind: "failed" };
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Target {
  readonly url: URL;
  readonly address: string;
  readonly isAllowed: boolean;
}

/** Finds the address to connect to; undefined for one that we do not send to. */
function createFinder({ clock, allowedHosts, resolve }: ReachOptions) {
  const everywhere = resolve ?? createPublicResolver(clock);
  const allowed = resolve ?? createLocalResolver(clock);
  return async (text: string, signal: AbortSignal): Promise<Target | undefined> => {
    const url = checkedOrNone(text, allowedHosts);
    if (url === undefined) return undefined;
    const host = hostOf(url);
    const isAllowed = allowedHosts.has(host);
    const lookUp = isAllowed ? allowed : everywhere;
    const addresses = isIP(host) === 0 ? await beforeEnd(lookUp(host), signal) : [host];
    const [address] = addresses;
    if (address === undefined) throw new Error("The host has no address.");
    if (!isAllowed && !addresses.every(isPublicAddress)) return undefined;
    return { url, address, isAllowed };
  };
}

/** The rules may have changed since the address was registered. */
function checkedOrNone(text: string, allowedHosts: AllowedHosts): URL | undefined {
  try {
    return checkPostbackUrl(text, allowedHosts);
  } catch {
    return undefined;
  }
}

function beforeEnd<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error("No answer in time."));
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

interface Answer {
  readonly head: IncomingMessage;
  /** Read so that the connection can serve again, but neither much nor for long. */
  readonly text: Promise<string>;
}

interface Settings extends RequestOptions {
  readonly body?: string;
  readonly read: { readonly maxBytes: number; readonly timeoutMs: number };
}

/**
 * Sends one request and resolves with the head of the answer. The checked address is all that is
 * connected to; the name is for TLS and the Host header. A receiver may close an idle connection in
 * the very moment we use it again, which says nothing about the receiver: then it is `stale`.
 */
function answerOf({ url, address }: Target, { body, read, ...settings }: Settings) {
  const isHttps = url.protocol === "https:";
  const host = hostOf(url);
  return new Promise<Answer | "stale">((resolve, reject) => {
    const request = (isHttps ? requestHttps : requestHttp)({
      ...settings,
      host: address,
      port: url.port || (isHttps ? 443 : 80),
      path: url.pathname + url.search,
      headers: { ...settings.headers, host: url.host },
      ...(isHttps && isIP(host) === 0 ? { servername: host } : {}),
    });
    // Read from this very moment, so that the connection is free for the next message.
    request.once("response", (head) => resolve({ head, text: textOf(head, read) }));
    // After the response the promise is settled, and this only keeps the error from being thrown.
    request.on("error", (error) => {
      if (request.reusedSocket && settings.signal?.aborted !== true) resolve("stale");
      else reject(error);
    });
    request.end(body);
  });
}

interface Sending {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal;
  readonly options: SenderOptions;
}

async function post(message: PostbackRequest, target: Target, sending: Sending) {
  const { agents, signal, options } = sending;
  const settings = {
    method: "POST",
    agent: target.url.protocol === "https:" ? agents.https : agents.http,
    headers: { ...message.headers, "content-length": Buffer.byteLength(message.body) },
    signal,
    ca: options.ca,
    body: message.body,
    read: { maxBytes: ANSWER_MAX_BYTES, timeoutMs: BODY_TIMEOUT_MS },
  };
  for (let tries = 1; tries <= STALE_TRIES_MAX; tries += 1) {
    const answer = await answerOf(target, settings);
    if (answer === "stale") continue;
    const { head, text } = answer;
    const retryAfterMs = retryAfterOf(head.headers["retry-after"], options.clock);
    return {
      kind: "answered",
      httpStatus: head.statusCode ?? 0,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(message.readsAnswer === true ? { text: await text } : {}),
    } as const;
  }
  return { kind: "failed" } as const;
}

/** The text of an answer as far as it came in time and within the limit; never rejects. */
function textOf(
  answer: IncomingMessage,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<string> {
  const parts: Buffer[] = [];
  let readBytes = 0;
  const timer = setTimeout(() => answer.destroy(), timeoutMs);
  timer.unref();
  answer.on("error", () => undefined);
  answer.on("data", (part: Buffer) => {
    readBytes += part.length;
    parts.push(part);
    if (readBytes > maxBytes) answer.destroy();
  });
  return new Promise((resolve) => {
    answer.once("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(parts).toString());
    });
  });
}

/**
 * Seconds or a date. **Units** milliseconds from now.
 *
 * **Source** RFC 9110, section 10.2.3.
 */
function retryAfterOf(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - clock.now().getTime());
}

/** The addresses of a host; throws when there is none. */
type ResolveHost = (host: string) => Promise<readonly string[]>;

const RESOLVE_TIMEOUT_MS = 3_000;
const TRIES = 2;
/** Attempts of the same second share an answer; a retry, seconds later, resolves again. */
const KEPT_MS = 1_000;
const KEPT_MAX = 1_000;

/**
 * Asks the name server itself. The system's own lookup runs in a small pool of threads, where a few
 * hosts with slow name servers would hold up everybody's.
 */
function createPublicResolver(clock: Pick<Clock, "monotonicMs">): ResolveHost {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: TRIES });
  return kept(clock, async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (addresses.length === 0) throw new Error("The host has no address.");
    return addresses;
  });
}

/** As this machine sees it, with its own hosts file: for hosts that the operator allowed. */
function createLocalResolver(clock: Pick<Clock, "monotonicMs">): ResolveHost {
  return kept(clock, async (host) => {
    const found = await lookup(host, { all: true });
    return found.map((one) => one.address);
  });
}

function kept(clock: Pick<Clock, "monotonicMs">, resolve: ResolveHost): ResolveHost {
  const answers = createBoundedMap<
    string,
    { readonly atMs: number; readonly answer: ReturnType<ResolveHost> }
  >(KEPT_MAX);
  return (host) => {
    const nowMs = clock.monotonicMs();
    const known = answers.get(host);
    if (known !== undefined && nowMs - known.atMs < KEPT_MS) return known.answer;
    const answer = resolve(host);
    answers.set(host, { atMs: nowMs, answer });
    return answer;
  };
}

/** A document that was read, or why it was not. */
type ReadDocument =
  | { readonly kind: "fetched"; readonly status: number; readonly text: string }
  | { readonly kind: "blocked" | "failed" };

interface GuardedGetOptions extends ReachOptions {
  /** For the whole request, from looking the host up. **Units** milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * Reads an address that a stranger named, under the rules of postbacks: https on a public address
 * that is checked before the connection is opened to it, and no redirects.
 */
export function createGuardedGet(options: GuardedGetOptions) {
  const findTarget = createFinder(options);
  return async (url: string): Promise<ReadDocument> => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      const target = await findTarget(url, signal);
      if (target === undefined) return { kind: "blocked" };
      const headers = { accept: "application/json" };
      const settings = { headers, signal, agent: false, ca: options.ca, read: options };
      const answer = await answerOf(target, settings);
      const text = answer === "stale" ? "" : await answer.text;
      // One that is too long was broken off.
      if (answer === "stale" || !answer.head.complete) return { kind: "failed" };
      return { kind: "fetched", status: answer.head.statusCode ?? 0, text };
    } catch {
      return { kind: "failed" };
    }
  };
}
