import { verifyPostback } from "@placard/publisher-kit/postback";
import type { Context, Middleware } from "koa";
import type { DemoAgents } from "../../goods/market/agents.ts";
import { type ExchangeClient, ToolError } from "../../goods/market/exchange-client.ts";
import { parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import type { KeyFile } from "../../goods/market/key-file.ts";
import { readBody } from "../read-body.ts";
import type { ReceivedPostback } from "../wire.ts";
import { type Endpoint, ensureEndpoint, receivingAgents } from "./endpoints.ts";

/** The exchange's longest message, a hundred unbilled events, is 30 KB. **Units** bytes. */
const BODY_MAX = 64 * 1024;
/** The page shows the latest; the whole history is in `get_attribution`. */
const KEPT_MAX = 200;
/** The exchange tries ten times; `replay_postback` sends more. */
const ATTEMPTS_MAX = 20;
const TAKEN = 204;
const REFUSED = 401;
/** Two signatures, during a rotation of the secret, have 95 characters. */
const HEADER_MAX = 300;
const SHOWN_HEADERS = [
  "content-type",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
];
const PATH = /^\/demo\/postbacks\/([a-z0-9-]{1,40})$/;

export type PostbackListener = (postback: ReceivedPostback) => void;

export type Receiver = {
  /** Answers `POST /demo/postbacks/{agent}` and passes the rest on. */
  middleware: Middleware;
  /** Registers a webhook for each agent, or finds those of an earlier start. */
  open(agents: DemoAgents, keys: KeyFile): Promise<void>;
  /** The last 200, oldest first. */
  received(): readonly ReceivedPostback[];
  /** Calls the listener for each one that arrives; the returned function removes it. */
  subscribe(listener: PostbackListener): () => void;
};

export type ReceiverOptions = {
  client: ExchangeClient;
  publicUrl: string;
  now: () => number;
  warn: (message: string, fields?: Record<string, unknown>) => void;
};

/**
 * What the servers of the demo's agents do with webhooks: they check the signature over the body as
 * it came, answer at once, and take each message once, however often it is repeated.
 */
export function createReceiver({ client, publicUrl, now, warn }: ReceiverOptions): Receiver {
  const endpoints = new Map<string, Endpoint>();
  const listeners = new Set<PostbackListener>();
  let isOpen = false;
  let kept: ReceivedPostback[] = [];

  const take = (postback: ReceivedPostback): void => {
    const isKnown = ({ id, advertiser, isVerified }: ReceivedPostback) =>
      isVerified && id === postback.id && advertiser === postback.advertiser;
    const known = postback.isVerified ? kept.find(isKnown) : undefined;
    if (known !== undefined) {
      const { headers } = postback;
      const attempts = [...known.attempts, ...postback.attempts].slice(-ATTEMPTS_MAX);
      kept = kept.map((one) => (one === known ? { ...known, headers, attempts } : one));
      return;
    }
    kept = [...kept, postback].slice(-KEPT_MAX);
    for (const listener of listeners) listener(postback);
  };

  return {
    async middleware(ctx, next) {
      const slug = PATH.exec(ctx.path)?.[1];
      if (slug === undefined) return next();
      ctx.set("Cache-Control", "no-store");
      if (ctx.method !== "POST") {
        ctx.set("Allow", "POST");
        return answer(ctx, 405, "Use POST.");
      }
      const endpoint = endpoints.get(slug);
      // The exchange tries again, so what comes before we know the secrets is not lost.
      if (endpoint === undefined && !isOpen) return answer(ctx, 503, "Not ready yet.");
      if (endpoint === undefined) return answer(ctx, 404, "There is no such agent.");
      const body = await readBody(ctx.req, BODY_MAX);
      if (body === undefined) return answer(ctx, 413, "That is too long.");
      const postback = await check(ctx, endpoint, body, now);
      take(postback);
      if (!postback.isVerified) return answer(ctx, REFUSED, "The signature is not valid.");
      ctx.status = TAKEN;
    },
    async open(agents, keys) {
      try {
        for (const { slug, agent } of receivingAgents(agents)) {
          const url = `${publicUrl}/demo/postbacks/${slug}`;
          endpoints.set(slug, await ensureEndpoint(client, keys, { slug, agent, url }));
        }
      } catch (error) {
        // The chat works without it. A private address must be allowed first.
        if (!(error instanceof ToolError) || error.code !== "postback_url_rejected") throw error;
        warn("Postbacks are not shown: POSTBACK_ALLOW_HOSTS does not allow this address.");
      }
      isOpen = true;
    },
    received: () => kept,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function check(
  ctx: Context,
  { name, secret }: Endpoint,
  rawBody: Uint8Array,
  now: () => number,
): Promise<ReceivedPostback> {
  const verdict = await verifyPostback(ctx.headers, rawBody, secret, { now });
  const receivedAtMs = now();
  const attempts = [{ atMs: receivedAtMs, status: verdict.verified ? TAKEN : REFUSED }];
  const headers = headersOf(ctx);
  const how = { receivedAtMs, advertiser: name, headers, attempts };
  if (verdict.verified) {
    const { postback } = verdict;
    const { id, type } = postback;
    return { ...how, id, type, isVerified: true, body: postback };
  }
  // Shown as well: a developer needs to see messages with an invalid signature.
  const body = recordOf(parseJson(new TextDecoder().decode(rawBody)));
  const id = textOf(body?.id) ?? "";
  const type = textOf(body?.type) ?? "unknown";
  const refusal = verdict.reason;
  return { ...how, id, type, isVerified: false, refusal, body };
}

function headersOf(ctx: Context): Record<string, string> {
  const sent = SHOWN_HEADERS.map((name) => [name, ctx.get(name).slice(0, HEADER_MAX)] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== ""));
}

function answer(ctx: Context, status: number, message: string): void {
  ctx.status = status;
  ctx.body = { error: { message } };
}
