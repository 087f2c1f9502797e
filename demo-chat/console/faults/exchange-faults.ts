import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Json, listOf, parseJson, recordOf } from "../../goods/market/json.ts";
import type { Attempt } from "../turns/calls.ts";
import type { ServerFaults } from "../wire.ts";

/** Of a list of products, the first ones are broken; the rest shows that they stay. */
const BROKEN_MAX = 2;
/** On a domain reserved for examples. Source: RFC 2606. */
const ELSEWHERE = "https://elsewhere.example/offer";
const SCRIPT = '<script>document.title = "changed"</script>';

/**
 * Does to one call what is switched on, between the kit and the exchange: the kit's own code has to
 * cope with it. `publicUrl` is where pictures come from.
 */
export async function attemptWithFaults(
  call: Attempt,
  faults: ServerFaults,
  publicUrl: string,
): Promise<Response> {
  const { latencyMs, exchange } = faults;
  if (latencyMs > 0) {
    call.note({ fault: "latencyMs" });
    await sleep(latencyMs, undefined, call.signal && { signal: call.signal });
  }
  if (exchange !== "none") {
    const answer = answerInstead(call, exchange);
    if (answer !== undefined) {
      call.note({ fault: "exchange" });
      return answer;
    }
  }
  const response = await call.send();
  return changesBody(call, faults) ? changed(response, call, { faults, publicUrl }) : response;
}

/** What comes in place of the exchange's answer; nothing where the fault leaves the call alone. */
function answerInstead(
  { tool, signal }: Attempt,
  fault: Exclude<ServerFaults["exchange"], "none">,
): Promise<Response> | Response | undefined {
  if (fault === "timeout") return never(signal);
  if (fault === "server_error") return serverError();
  const noFillReason = fault === "empty" ? "no_campaign" : "feed_pending";
  if (tool === "deliver_ad") return json(200, { filled: false, noFillReason });
  if (tool !== "search_shopfeed_products") return undefined;
  const page = { items: [], page: 1, limit: 12, hasMore: false };
  return json(200, { status: fault, ...page });
}

/** No answer comes until the caller aborts. **Errors** the signal's reason. */
function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function serverError(): Response {
  const requestId = newRequestId();
  const error = {
    code: "internal",
    message: "The exchange failed.",
    recovery: "transient",
    suggestion: "Send the same call again; name the requestId when you ask for help.",
  };
  return json(500, { error, requestId }, { "x-request-id": requestId });
}

const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** An id in the form the exchange gives its own. */
function newRequestId(): string {
  return `req_${[...randomBytes(26)].map((byte) => BASE32[byte & 31]).join("")}`;
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  const all = { "content-type": "application/json", ...headers };
  return new Response(JSON.stringify(body), { status, headers: all });
}

function changesBody({ tool }: Attempt, { card, images }: ServerFaults): boolean {
  if (tool === "search_shopfeed_products") return card !== "none" || images !== "none";
  return tool === "deliver_ad" && card !== "none";
}

type How = { faults: ServerFaults; publicUrl: string };

async function changed(response: Response, call: Attempt, how: How): Promise<Response> {
  const text = await response.text();
  const body = recordOf(parseJson(text));
  const { status, headers } = response;
  const isEmpty = call.tool === "deliver_ad" && body?.filled !== true;
  if (status !== 200 || body === undefined || isEmpty) {
    return new Response(text, { status, headers });
  }
  call.note({ fault: how.faults.card === "none" ? "images" : "card" });
  const other = call.tool === "deliver_ad" ? changedDelivery(body, how) : changedSearch(body, how);
  return new Response(JSON.stringify(other), { status, headers });
}

function changedSearch(body: Json, { faults, publicUrl }: How): Json {
  const items = listOf(body.items).map((product, place) => {
    const broken = place < BROKEN_MAX ? brokenProduct(product, faults.card) : product;
    const image = recordOf(broken.image);
    if (faults.images === "none" || image === undefined) return broken;
    // The shop has no such picture and says so.
    return { ...broken, image: { ...image, url: `${publicUrl}/shop/img/missing-${place}.svg` } };
  });
  return { ...body, items };
}

function brokenProduct(product: Json, card: ServerFaults["card"]): Json {
  if (card === "bad_link") return { ...product, clickUrl: ELSEWHERE };
  if (card === "no_disclosure") return { ...product, disclosure: "" };
  return card === "script_title" ? { ...product, title: `${SCRIPT} ${product.title}` } : product;
}

function changedDelivery(body: Json, { faults: { card } }: How): Json {
  const offer = recordOf(body.offer);
  if (offer === undefined) return body;
  if (card === "bad_link") return { ...body, offer: { ...offer, clickUrl: ELSEWHERE } };
  if (card === "script_title") {
    return { ...body, offer: { ...offer, title: `${SCRIPT} ${offer.title}` } };
  }
  return { ...body, disclosure: { ...recordOf(body.disclosure), text: "" } };
}
