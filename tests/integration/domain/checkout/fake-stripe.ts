import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** A request for a session as Stripe received it; the body's fields by their bracketed names. */
export interface SessionRequest {
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** What the next request meets; without one it is answered. */
export type Fault = "server_error" | "lost_answer" | "cut_line" | "bad_key" | "too_many";

const REFUSALS: Partial<Record<Fault, { status: number; type: string }>> = {
  server_error: { status: 500, type: "api_error" },
  bad_key: { status: 401, type: "invalid_request_error" },
  too_many: { status: 429, type: "rate_limit_error" },
};

/** A server that speaks Stripe's side of `POST /v1/checkout/sessions`, faults included. */
export async function startFakeStripe(now: () => Date = () => new Date()) {
  const requests: SessionRequest[] = [];
  const faults: Fault[] = [];
  /** What lists of objects answer, by their path. */
  const listed: Record<string, object[]> = {};
  /** The cents of each refund, by its idempotency key. */
  const refunds = new Map<string, number>();
  const made = new Map<string, { text: string; session: object }>();
  const create = (key: string, text: string, res: ServerResponse, isLost: boolean) => {
    const fields = Object.fromEntries(new URLSearchParams(text));
    const known = made.get(key);
    if (known !== undefined && known.text !== text) return fail(res, 400, "idempotency_error");
    const aheadSeconds = Number(fields.expires_at) - now().getTime() / 1000;
    if (known === undefined && (aheadSeconds < 1_800 || aheadSeconds > 86_400)) {
      return fail(res, 400, "invalid_request_error");
    }
    const session = known?.session ?? sessionOf(`cs_test_${made.size + 1}`, fields);
    made.set(key, { text, session });
    // When it is lost the session exists, but the caller never hears of it.
    if (!isLost) answer(res, 200, session);
  };
  const server = createServer(async (req, res) => {
    const text = await textOf(req);
    const key = req.headers["idempotency-key"];
    requests.push({
      idempotencyKey: typeof key === "string" ? key : undefined,
      authorization: req.headers.authorization,
      contentType: req.headers["content-type"],
      fields: Object.fromEntries(new URLSearchParams(text)),
    });
    if (req.method === "GET") return answer(res, 200, listOf(listed, req.url));
    if (req.url === "/v1/refunds") {
      refunds.set(String(key), Number(new URLSearchParams(text).get("amount")));
      return answer(res, 200, { id: `re_${refunds.size}`, object: "refund", status: "succeeded" });
    }
    if (req.method !== "POST" || req.url !== "/v1/checkout/sessions") return fail(res, 404, "none");
    const fault = faults.shift();
    const refusal = fault === undefined ? undefined : REFUSALS[fault];
    if (refusal !== undefined) return fail(res, refusal.status, refusal.type);
    if (fault === "cut_line") return void req.socket.destroy();
    create(String(key), text, res, fault === "lost_answer");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    address: { host: "127.0.0.1", port, protocol: "http" as const },
    requests,
    listed,
    refunds,
    /** How many different sessions there are. */
    sessions: () => made.size,
    failNext: (...next: readonly Fault[]) => void faults.push(...next),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listOf(listed: Readonly<Record<string, object[]>>, url = "") {
  const [path = ""] = url.split("?");
  const data = listed[path.replace("/v1/", "")] ?? [];
  return { object: "list", data, has_more: false, url: path };
}

function sessionOf(id: string, fields: Readonly<Record<string, string>>) {
  return {
    id,
    object: "checkout.session",
    url: `https://checkout.stripe.com/c/pay/${id}#fid`,
    client_reference_id: fields.client_reference_id,
    expires_at: Number(fields.expires_at),
    mode: fields.mode,
    payment_status: "unpaid",
    status: "open",
  };
}

function fail(res: ServerResponse, status: number, type: string): void {
  answer(res, status, { error: { type, message: `A ${type} of the test.` } });
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_test" });
  res.end(JSON.stringify(body));
}
