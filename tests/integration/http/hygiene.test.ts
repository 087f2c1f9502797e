import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBodySchema } from "../../../server/src/contract/errors.ts";
import { orderSchema } from "../../../server/src/contract/resources/wallet.ts";
import { ROUTES } from "../../../server/src/http/routes.ts";
import { renderDocuments, renderWellKnown } from "../../../server/src/render/documents.ts";
import { openApiOf } from "../../../server/src/render/openapi.ts";
import { registerAgent, resultOf } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

let world: TestExchange;
let secure: TestExchange;
let key: string;
let orderPath: string;
beforeAll(async () => {
  world = await startExchange();
  // The same exchange as the world sees it, behind a proxy that speaks https.
  const env = { PUBLIC_BASE_URL: "https://ads.example", SECURITY_CONTACT: "mailto:a@ads.example" };
  secure = await startExchange({ env, beside: world });
  const row = {
    id: "lamp-1",
    title: "Desk lamp",
    price: 20,
    currency: "USD",
    imageUrl: "https://pictures.example.com/lamp.jpg",
    link: "https://shop.example.com/lamp",
  };
  await world.loadProducts("lamps", [row]);
  ({ key } = await registerAgent(world.call, "both"));
  const order = await resultOf(world.call("buy_credits", { packId: "starter" }, key), orderSchema);
  orderPath = new URL(order.checkoutUrl).pathname;
});
afterAll(async () => {
  await secure.close();
  await world.close();
});

const pathsOf = (has: (row: (typeof ROUTES)[number]) => boolean): string[] =>
  ROUTES.filter(has).map(([, path]) => path);
const documents = pathsOf(([, , handler]) => handler === "document");
const LIST = "/api/public/shopfeed-products?q=lamp";
/** May be read by any page and kept by anybody. */
const OPEN = pathsOf(([methods]) => methods.includes("OPTIONS"));
const READ = pathsOf(([methods]) => methods.includes("GET"));
const PAGES = ["/docs", "/docs/errors", "/console", "/checkout/{orderId}"];
const LINK = "/r/{token}";
const PAY = "/checkout/{orderId}/pay";
const CALLED = pathsOf(([, , handler]) => handler === "agent" || handler === "mcp");

function get(path: string, init: RequestInit = {}, from = world): Promise<Response> {
  const known = path
    .replace("/checkout/{orderId}", orderPath)
    .replace("/docs/{page}", "/docs/errors")
    .replace("{group}/{page}", "kit/koa")
    .replace("/ucp/profiles/{file}", "/ucp/profiles/2026-04-08.json")
    .replace("{token}", "A".repeat(64))
    .replace("{id}", "lamp-1")
    .replace("{file}", "page.css");
  return fetch(`${from.baseUrl}${known}`, { redirect: "manual", ...init });
}

/** What belongs to one answer or its connection. */
const DIFFERING = new Set(["date", "x-request-id", "content-length", "connection", "keep-alive"]);
const headersOf = (answer: Response) =>
  Object.fromEntries([...answer.headers].filter(([name]) => !DIFFERING.has(name)));

/** What protects whoever reads an answer, whatever it is. */
function expectGuarded({ headers }: Response, what: string): void {
  expect(headers.get("X-Request-Id"), what).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(headers.get("X-Content-Type-Options"), what).toBe("nosniff");
  expect(headers.get("X-Frame-Options"), what).toBe("DENY");
  expect(headers.get("Referrer-Policy"), what).toMatch(/^(strict-origin|no-referrer|same-origin)/);
  expect(headers.get("Content-Security-Policy"), what).toMatch(/^default-src 'none'/);
  expect(headers.get("Strict-Transport-Security"), what).toBeNull();
  for (const name of ["Set-Cookie", "Server", "X-Powered-By"]) {
    expect(headers.get(name), what).toBeNull();
  }
}

describe("the table of routes", () => {
  const paths = pathsOf(() => true);

  test("has each address once", () => {
    const matching = paths.map((path) => {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return paths.filter((other) => pattern.test(other));
    });
    expect(matching).toEqual(paths.map((path) => [path]));
  });

  test("has every address and method of the OpenAPI document", () => {
    for (const [path, operations] of Object.entries(openApiOf("http://any").paths)) {
      const methods = ROUTES.find((row) => row[1] === path)?.[0] ?? [];
      expect(methods, path).toEqual(
        expect.arrayContaining(Object.keys(operations).map((method) => method.toUpperCase())),
      );
    }
  });

  test("has every document, and serves each", () => {
    const rendered = [
      ...renderDocuments("http://any"),
      ...renderWellKnown({ baseUrl: "http://any", securityContact: undefined, now: new Date() }),
    ].map(({ path }) => path);
    expect(documents.toSorted()).toEqual(rendered.toSorted());
  });

  test("is documented in the contract", async () => {
    const contract = await readFile("server/docs/contract.md", "utf8");
    const documented = [...contract.matchAll(/`(?:[A-Z]+ )?(\/[^\s`]*)`/g)].map(([, path]) => path);
    expect(paths.filter((path) => !documented.includes(path))).toEqual([]);
  });
});

describe.each(READ)("GET %s", (path) => {
  test("is guarded, and HEAD says the same without a body", async () => {
    const full = await get(path);
    const { status, headers } = full;
    expect(status).toBe(path === LINK ? 404 : 200);
    expectGuarded(full, path);
    const kept = headers.get("Cache-Control") ?? "";
    expect(kept).toMatch(/no-store|no-cache|stale-while-revalidate=\d+/);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([status, ""]);
    expect(headersOf(head)).toEqual(headersOf(full));
    expect((await full.text()).length).toBeGreaterThan(0);
  });

  test("takes no other method and says which ones it takes", async () => {
    const allowed = OPEN.includes(path) ? ["GET", "HEAD", "OPTIONS"] : ["GET", "HEAD"];
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (allowed.includes(method)) continue;
      const answer = await get(path, { method });
      expect([method, answer.status]).toEqual([method, 405]);
      expect(answer.headers.get("Allow")).toBe(allowed.join(", "));
      expectGuarded(answer, `${method} ${path}`);
      const { error, requestId } = errorBodySchema.strict().parse(await answer.json());
      expect(error).toMatchObject({ code: "method_not_allowed", details: { allowed } });
      expect(requestId).toBe(answer.headers.get("X-Request-Id"));
    }
  });

  test("is kept by nobody when a key came along", async () => {
    // Nobody else's: where a token is asked for, a wrong one is refused.
    const answer = await get(path, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe.each(OPEN)("the public %s", (path) => {
  test("may be read by any page and kept for a while", async () => {
    const { headers } = await get(path, { headers: { Origin: "https://chat.example" } });
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    const exposed = headers.get("Access-Control-Expose-Headers")?.split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining(["X-Request-Id", "RateLimit", "Retry-After", "ETag"]),
    );
    expect(headers.get("Cache-Control")).toMatch(
      /^public, max-age=\d+, stale-while-revalidate=\d+$/,
    );
    expect(headers.get("ETag")).toMatch(/^"[^"]{20,}"$/);
  });

  test("answers 304 to who has it already, and to nobody else", async () => {
    const first = await get(path);
    const etag = first.headers.get("ETag") ?? "";
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
      const again = await get(path, { headers: { "If-None-Match": known } });
      expect([known, again.status, await again.text()]).toEqual([known, 304, ""]);
      const { "content-type": _type, ...kept } = headersOf(first);
      expect(headersOf(again)).toEqual(kept);
    }
    const other = await get(path, { headers: { "If-None-Match": '"other"' } });
    expect([other.status, await other.text()]).toEqual([200, await first.text()]);
  });

  test("answers the question of a page whether it may ask", async () => {
    const asking = { Origin: "https://chat.example", "Access-Control-Request-Method": "GET" };
    const answer = await get(path, { method: "OPTIONS", headers: asking });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD");
    expect(answer.headers.get("Access-Control-Allow-Headers")).toContain("If-None-Match");
    expect(answer.headers.get("Access-Control-Max-Age")).toBe("86400");
    expectGuarded(answer, path);
  });
});

test("an error is never kept, and a page may read it too", async () => {
  for (const path of [`${LIST}&limit=21`, "/api/public/shopfeed-products/none"]) {
    const { ok, headers } = await get(path);
    expect(ok).toBe(false);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("ETag")).toBeNull();
  }
});

test.each(PAGES)("the page %s runs no foreign code and is framed by nobody", async (path) => {
  const answer = await get(path, { headers: { Accept: "text/html" } });
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy.split("; ")).toContain(rule);
  }
  expect(policy).toMatch(/form-action '(none|self)'/);
  expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
  const page = await answer.text();
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc="\/)/i);
});

test.each(CALLED)("%s is called by POST alone, and no foreign page reads it", async (path) => {
  const Origin = "https://evil.example";
  for (const method of ["GET", "PUT", "DELETE", "POST"]) {
    const body = method === "POST" ? { body: '{"tool":"search_placements"}' } : {};
    const headers = { Origin, "Content-Type": "application/json" };
    const answer = await get(path, { method, headers, ...body });
    const refused = path === "/api/agent" ? (method === "POST" ? 200 : 405) : 403;
    expect([method, answer.status]).toEqual([method, refused]);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expectGuarded(answer, `${method} ${path}`);
    if (refused === 405) expect(answer.headers.get("Allow")).toBe("POST");
  }
  for (const closed of [path, PAY]) {
    const own = await get(closed, { method: "DELETE" });
    expect([own.status, own.headers.get("Allow")]).toEqual([405, "POST"]);
  }
});

describe("an address where nothing is", () => {
  const NOWHERE = "/nowhere";
  const HIDDEN = [
    "/metrics",
    "/webhooks/stripe",
    "/mcp/nothing",
    "/mcpx",
    "/api/agent/",
    "/api/public",
    "/api/public/nothing",
    "/docs/nothing",
    "/assets/../package.json",
    "/assets/nothing.js",
    "/.env",
    "/.well-known/nothing",
    "/checkout",
    "/checkout/",
    "/checkout/ord_x/steal",
    "/api/public/info/",
    "/API/agent",
    "/mcp%2Fsell",
    "/r/",
    "/r/a/b",
    "//healthz",
    "//",
    "/%",
    "/%2e%2e/package.json",
  ];

  test.each(HIDDEN)("is like any other, byte for byte: %s", async (path) => {
    const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS"];
    for (const method of [...methods, "HEAD"]) {
      // For whom the numbers are hidden: it came through a proxy that nobody trusts.
      const init = { method, headers: { "X-Forwarded-For": "203.0.113.9" } };
      const [nothing, hidden] = [await get(NOWHERE, init), await get(path, init)];
      expect([method, hidden.status]).toEqual([method, 404]);
      expect(headersOf(hidden)).toEqual(headersOf(nothing));
      const bodies = [await nothing.text(), await hidden.text()].map((body) =>
        body.replace(/req_[0-9a-z]{26}/, "req"),
      );
      expect(bodies[1]).toBe(bodies[0]);
      expectGuarded(hidden, path);
    }
  });

  test("an order nobody made is like one that is misspelt", async () => {
    const unknown = orderPath.replace("ord_01", "ord_00");
    const bodies: unknown[] = [];
    for (const path of [unknown, "/checkout/ord_x", `${unknown}x`]) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      bodies.push({ ...Object(await answer.json()), requestId: "" });
    }
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });
});

describe("behind https", () => {
  const EVERYWHERE = ["/docs", "/healthz", "/nowhere", "/api/agent", "/r/x", "/mcp", "/robots.txt"];

  test.each(EVERYWHERE)("%s tells browsers to stay there", async (path) => {
    const answer = await get(path, {}, secure);
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("security.txt says who hears of holes, where it stands and until when", async () => {
    const answer = await get("/.well-known/security.txt", {}, secure);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    const fields = new Map((await answer.text()).split("\n").map(fieldOf));
    expect(fields.get("Contact")).toBe("mailto:a@ads.example");
    expect(fields.get("Canonical")).toBe("https://ads.example/.well-known/security.txt");
    const leftMs = Date.parse(fields.get("Expires") ?? "") - Date.now();
    expect(leftMs).toBeGreaterThan(300 * 86_400_000);
    expect(leftMs).toBeLessThan(365 * 86_400_000);
  });

  test("without a contact of its own it names a page of ours that exists", async () => {
    const fields = new Map(
      (await (await get("/.well-known/security.txt")).text()).split("\n").map(fieldOf),
    );
    const contact = fields.get("Contact") ?? "";
    expect(contact.startsWith(`${world.baseUrl}/`)).toBe(true);
    expect((await fetch(contact)).status).toBe(200);
    expect(fields.has("Canonical")).toBe(false);
  });

  test("robots.txt closes what costs or counts and leaves the descriptions open", async () => {
    const lines = (await (await get("/robots.txt", {}, secure)).text()).split("\n");
    const closed = lines
      .filter((line) => line.startsWith("Disallow: "))
      .map((line) => line.slice(10));
    for (const path of ["/r/x", "/checkout/x", "/api/agent", "/console", "/mcp"]) {
      expect(
        closed.some((prefix) => path.startsWith(prefix)),
        path,
      ).toBe(true);
    }
    for (const path of documents) {
      expect(
        closed.filter((prefix) => path.startsWith(prefix)),
        path,
      ).toEqual([]);
    }
  });
});

test.each([
  ["nonsense", "nonsense\r\n\r\n"],
  ["a header without a colon", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nbroken\r\n\r\n"],
  ["headers of 40 KB", `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`],
  ["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["chunks of no size", chunked("zz\r\n")],
])("%s instead of a request is refused with the one error body", async (_what, bytes) => {
  const socket = connect(Number(new URL(world.baseUrl).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toMatch(/x-content-type-options: nosniff/i);
  const { error, requestId } = errorBodySchema.strict().parse(JSON.parse(body));
  expect(error.code).toBe("invalid_request");
  expect(/^x-request-id: (\S+)$/im.exec(head)?.[1]).toBe(requestId);
});

function chunked(chunks: string): string {
  const type = "Content-Type: application/json\r\nTransfer-Encoding: chunked";
  return `POST /api/agent HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}\r\n\r\n${chunks}`;
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(": ");
  return [line.slice(0, colon), line.slice(colon + 2)];
}
