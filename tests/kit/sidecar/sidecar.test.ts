import { spawnSync } from "node:child_process";
import { lstat, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { PublisherKitOptions } from "@placard/publisher-kit/types";
import { describe, expect, test } from "vitest";
import { SIDECAR_OPENAPI } from "../../../publisher-kit/src/generated/sidecar.ts";
import { problemOf, type Schema } from "../../../publisher-kit/src/sidecar/check.ts";
import { serve } from "../../../publisher-kit/src/sidecar/serve.ts";
import { listFiles, readText } from "../../tidy/source.ts";
import { ASK, cpmExchange, kitFor, reported } from "../browser-double.ts";
import { openSidecar } from "../hosts/sidecar-host.ts";
import { marksOf, openWorld } from "../hosts/world.ts";
import { post, viewOnce } from "./process.ts";

const SECRET = "a secret of at least sixteen";
const schemas = SIDECAR_OPENAPI.components.schemas;

async function openAll(options: Partial<PublisherKitOptions> = {}, secret = "") {
  const exchange = await cpmExchange();
  const { kit, events } = kitFor(exchange, options);
  const sidecar = await openSidecar({ kit, secret, onlyLoopback: secret === "" });
  return {
    exchange,
    kit,
    events,
    url: sidecar.url,
    async [Symbol.asyncDispose]() {
      await sidecar[Symbol.asyncDispose]();
      await kit.close({ drainMs: 10 });
      await exchange[Symbol.asyncDispose]();
    },
  };
}

const errorOf = async (response: Response) => [response.status, await response.json()];

describe("requests", () => {
  const refusals: readonly [string, number, string, string, unknown][] = [
    ["/turn", 400, "invalid_request", "The body must have `text`.", {}],
    ["/turn", 400, "invalid_request", "The body must be an object.", []],
    ["/turn", 400, "invalid_request", "`text` must be a string of 1 to 16000", { text: "" }],
    ["/turn", 400, "invalid_request", "may only have the fields `text`, ", { text: ASK, sid: 1 }],
    [
      "/turn",
      400,
      "invalid_request",
      '`previous[0].role` must be "user" or "assistant".',
      { text: ASK, previous: [{ role: "system", text: "x" }] },
    ],
    [
      "/turn",
      400,
      "invalid_request",
      "`consent.coppa` must be a boolean or 0 or 1.",
      { text: ASK, consent: { coppa: "yes" } },
    ],
    ["/session", 400, "invalid_request", "must have `origin`", {}],
    ["/session", 400, "invalid_request", "1 to 900", { origin: "https://a", ttlSeconds: 5000 }],
    ["/turns", 404, "not_found", "/turn, /observe, /session, /events, /healthz", {}],
    ["/turn", 413, "payload_too_large", "1048576 bytes", { text: "x".repeat(1_100_000) }],
    ["/events", 401, "invalid_session", "session token", { token: "s1.forged", events: [] }],
  ];
  test.each(refusals)("%s: %d, %s: %s", async (...refusal) => {
    const [path, status, code, words, body] = refusal;
    await using all = await openAll();
    const answer = await post(`${all.url}${path}`, body);
    const [answered, { error }] = await errorOf(answer);
    expect([answered, error.code]).toEqual([status, code]);
    expect(error.message).toContain(words);
    expect(all.exchange.calls).toEqual([]);
  });

  test("other methods, types and bodies are rejected", async () => {
    await using all = await openAll();
    expect((await fetch(`${all.url}/turn`)).status).toBe(405);
    const text = { "content-type": "text/plain" };
    expect((await post(`${all.url}/turn`, { text: ASK }, text)).status).toBe(415);
    const headers = { "content-type": "application/json" };
    const broken = await fetch(`${all.url}/turn`, { method: "POST", headers, body: "{" });
    expect(await errorOf(broken)).toMatchObject([400, { error: { code: "invalid_json" } }]);
  });

  test("a secret is required of every route but /healthz", async () => {
    await using all = await openAll({}, SECRET);
    const turn = { text: ASK };
    for (const given of ["", "wrong", `${SECRET}x`, SECRET.slice(1)]) {
      const headers: Record<string, string> = given === "" ? {} : { "x-placard-secret": given };
      expect((await post(`${all.url}/turn`, turn, headers)).status).toBe(401);
      expect((await post(`${all.url}/offers/session`, {}, headers)).status).toBe(401);
    }
    expect((await fetch(`${all.url}/healthz`)).status).toBe(200);
    const right = { "x-placard-secret": SECRET };
    expect(await (await post(`${all.url}/turn`, turn, right)).json()).toMatchObject({
      status: "filled",
    });
  });

  test("without a secret a name that is not loopback's is rejected", async () => {
    await using all = await openAll();
    const { port } = new URL(all.url);
    const statusWith = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, "content-type": "application/json" };
        const request = httpRequest({ port, path: "/turn", method: "POST", headers });
        request.once("response", (response) => resolve(response.resume().statusCode));
        request.once("error", reject);
        request.end(JSON.stringify({ text: ASK }));
      });
    expect(await statusWith(`evil.example:${port}`)).toBe(403);
    expect(await statusWith(`localhost:${port}`)).toBe(200);
  });
});

describe("/observe", () => {
  /** What comes back of bytes, sent in pieces. */
  async function observed(url: string, pieces: readonly Uint8Array[]): Promise<Buffer> {
    const request = httpRequest(url, { method: "POST" });
    const answered = new Promise<Buffer>((resolve, reject) => {
      request.once("response", (response) => buffer(response).then(resolve, reject));
      request.once("error", reject);
    });
    for (const piece of pieces) await new Promise((resolve) => request.write(piece, resolve));
    request.end();
    return answered;
  }

  test("an unknown turn's answer comes back unchanged, whatever its bytes", async () => {
    await using all = await openAll();
    const bytes = Uint8Array.from([...Buffer.from("[[rec:x-1234]] "), 0xff, 0xfe, 0xc3, 0x28]);
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    for (const query of ["", "?turnId=", "?turnId=trn_unknown"]) {
      const shown = await observed(`${all.url}/observe${query}`, pieces);
      expect([...shown]).toEqual([...bytes]);
    }
  });

  test("a client that sends a long answer before it reads is not held up", async () => {
    await using all = await openAll();
    const piece = Buffer.from("word ".repeat(20_000));
    const pieces = Array.from({ length: 40 }, () => piece);
    const shown = await observed(`${all.url}/observe`, pieces);
    expect(shown.length).toBe(40 * piece.length);
  });

  test("an answer that is cut off counts as far as it was shown", async () => {
    await using world = await openWorld({ mode: "both" });
    await using sidecar = await openSidecar({ kit: world.kit });
    const { turnId } = await (await post(`${sidecar.url}/turn`, { text: ASK })).json();
    const request = httpRequest(`${sidecar.url}/observe?turnId=${turnId}`, { method: "POST" });
    const first = new Promise<string>((resolve) => {
      request.once("response", (response) => response.once("data", (part) => resolve(`${part}`)));
    });
    // The pick of the other is still to come when the model fails.
    request.write(`Take the Northwind boot ${marksOf("Northwind").rec}. And `);
    expect(await first).toContain(world.label("Northwind"));
    request.once("error", () => undefined);
    request.destroy();
    await expect.poll(() => world.kit.stats().citations.answers).toBe(1);
    await world.kit.close();
    const conversions = world.reports().filter(({ type }) => type === "conversion");
    expect(conversions).toMatchObject([{ conversionType: "recommendation" }]);
  });

  test("counts an answer under the name of its model", async () => {
    await using all = await openAll({ mode: "both" });
    const { turnId } = await (await post(`${all.url}/turn`, { text: ASK })).json();
    await observed(`${all.url}/observe?turnId=${turnId}&model=small`, [Buffer.from("Hello.")]);
    expect(all.kit.stats().citations.byModel).toMatchObject({ small: { answers: 1 } });
  });
});

describe("/events", () => {
  test("reports a view once, with the browser and the address that were forwarded", async () => {
    await using all = await openAll();
    const { url, kit, exchange } = all;
    const sessionKey = "the conversation";
    const { turnId, cards } = await (await post(`${url}/turn`, { text: ASK, sessionKey })).json();
    const origin = "https://chat.example";
    const { token } = await (await post(`${url}/session`, { origin, sessionKey })).json();
    const { cardToken } = cards.find(({ kind }: { kind: string }) => kind === "campaign");
    const events = [{ id: "e1", type: "viewable", cardToken, turnId, at: Date.now() }];
    const reader = { "user-agent": "Mozilla/5.0 (X11)", "x-forwarded-for": "1.2.3.4, 192.0.2.7" };
    for (const _time of [1, 2]) {
      const answer = await post(`${url}/events`, { token, events }, reader);
      expect(await errorOf(answer)).toEqual([202, { accepted: 1, rejected: 0 }]);
    }
    const other = { ...reader, origin: "https://evil.example" };
    expect((await post(`${url}/events`, { token, events }, other)).status).toBe(401);
    await kit.close();
    const evidence = { viewable: true, ua: "Mozilla/5.0 (X11)", ip: "192.0.2.7" };
    expect(reported(exchange)).toMatchObject([{ turnId, evidence }]);
  });

  test("answers 503 and not 202 while the spool cannot be written", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const failed = { hasFailed: () => true, synced: () => Promise.reject(new Error("disk full")) };
    const spool = {
      ...failed,
      pending: () => [],
      put: () => undefined,
      delete: () => undefined,
      reserve: () => undefined,
      reserved: () => 0,
      close: async () => undefined,
    };
    await using sidecar = await openSidecar({ kit, spool });
    const { status, body } = await viewOnce(sidecar.url, "session", ASK);
    expect([status, body.error.code]).toEqual([503, "spool_failed"]);
    const health = await fetch(`${sidecar.url}/healthz`);
    expect([health.status, await health.json()]).toMatchObject([503, { status: "spool_failed" }]);
    await kit.close({ drainMs: 10 });
  });
});

describe("serve", () => {
  const kit = { baseUrl: "http://127.0.0.1:9", apiKey: "rk_live_test_key" };

  test("needs a secret beyond loopback, of sixteen characters", async () => {
    const listen = { host: "0.0.0.0", port: 0 };
    await expect(serve({ kit, listen })).rejects.toThrow("`PLACARD_SIDECAR_SECRET` must be set");
    await expect(serve({ kit, listen, secret: "short" })).rejects.toThrow("at least 16");
    const sidecar = await serve({ kit, listen, secret: SECRET });
    await sidecar.close();
  });

  test("listens on a Unix socket, also where a killed process left one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "placard-socket-"));
    const path = join(folder, "kit.sock");
    const program = `require("net").createServer().listen(${JSON.stringify(path)}, () =>
      process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", program]);
    expect((await lstat(path)).isSocket()).toBe(true);
    const sidecar = await serve({ kit, listen: { path } });
    const health = await new Promise((resolve, reject) => {
      const request = httpRequest({ socketPath: path, path: "/healthz", agent: false });
      request.once("response", (response) => resolve(response.resume().statusCode));
      request.once("error", reject);
      request.end();
    });
    expect(health).toBe(200);
    await expect(serve({ kit, listen: { path } })).rejects.toThrow("EADDRINUSE");
    await sidecar.close();
    await writeFile(path, "a file of the user's");
    await expect(serve({ kit, listen: { path } })).rejects.toThrow("EADDRINUSE");
    expect(await readFile(path, "utf8")).toBe("a file of the user's");
    await rm(folder, { recursive: true });
  });
});

describe("the OpenAPI document", () => {
  const bodies: Readonly<Record<string, Schema>> = schemas;
  const KNOWN = [
    ...["description", "type", "const", "enum", "anyOf", "minLength", "maxLength", "pattern"],
    ...["minimum", "maximum", "items", "maxItems", "properties", "required"],
    "additionalProperties",
  ];

  function keywordsOf(schema: Schema): string[] {
    const { properties = {}, items, anyOf = [] } = schema;
    const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
    return [...Object.keys(schema), ...inner.flatMap(keywordsOf)];
  }

  test("uses no keyword that the checks of requests would not apply", () => {
    for (const name of ["TurnInput", "SessionClaims"] as const) {
      const unknown = keywordsOf(schemas[name]).filter((word) => !KNOWN.includes(word));
      expect(unknown).toEqual([]);
    }
  });

  test("is served, and its schemas describe what the routes answer", async () => {
    await using all = await openAll({ mode: "both" });
    expect(await (await fetch(`${all.url}/openapi.json`)).json()).toEqual(SIDECAR_OPENAPI);
    const turn = await (await post(`${all.url}/turn`, { text: ASK })).json();
    const nothing = await (await post(`${all.url}/turn`, { text: "hello" })).json();
    const session = await (
      await post(`${all.url}/session`, { origin: "https://a.example" })
    ).json();
    const health = await (await fetch(`${all.url}/healthz`)).json();
    const refused = await (await post(`${all.url}/turn`, {})).json();
    const answers: readonly [string, unknown][] = [
      ["SidecarTurn", turn],
      ["SidecarTurn", nothing],
      ["SessionResponse", session],
      ["Health", health],
      ["RouteErrorBody", refused],
    ];
    for (const [name, answer] of answers) {
      expect(problemOf(bodies[name] ?? {}, answer), name).toBeUndefined();
    }
    expect(turn).toMatchObject({ status: "filled", prompt: { user: expect.any(String) } });
    expect(problemOf(bodies.SidecarTurn ?? {}, { status: "filled" })).toBeDefined();
  });
});

test("nothing of the sidecar is imported by the kit's own modules", () => {
  const modules = listFiles((file) => file.endsWith(".ts"), "publisher-kit/src").filter(
    (file) => !file.startsWith("publisher-kit/src/sidecar/"),
  );
  expect(modules.length).toBeGreaterThan(50);
  const importing = modules.filter((file) => /from "[^"]*sidecar/.test(readText(file)));
  expect(importing).toEqual([]);
});
