import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBodySchema } from "../../../server/src/contract/errors.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { schemasOf } from "../../../server/src/tools/schemas.ts";
import { CLIENTS, createMcpCaller } from "../../mcp/clients.ts";
import { registerAgent } from "../../setup/agents.ts";
import { type CallTool, startExchange, type TestExchange } from "../../setup/exchange.ts";
import { freeTexts } from "./wrong-input/cases.ts";
import { imageOf } from "./wrong-input/image.ts";
import { callerFor, makeParties, type Parties, validArguments } from "./wrong-input/parties.ts";

let world: TestExchange;
let parties: Parties;
beforeAll(async () => {
  world = await startExchange();
  parties = await makeParties(world.call);
});
afterAll(() => world.close());

interface Sent {
  readonly method?: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
}

/** A request to the agent's address as it stands, and the error it must be answered with. */
async function send({ method = "POST", body, headers = {} }: Sent) {
  const response = await fetch(`${world.baseUrl}/api/agent`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const { error, requestId } = errorBodySchema.strict().parse(await response.json());
  expect(requestId).toBe(response.headers.get("X-Request-Id"));
  expect(error.docUrl).toBe(`${world.baseUrl}/docs/errors#${error.code}`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return { status: response.status, headers: response.headers, error };
}

const refused = (body: BodyInit, headers?: Record<string, string>) =>
  send({ body, ...(headers === undefined ? {} : { headers }) });

describe("a body", () => {
  test.each(["", "{nonsense", '{"tool":"whoami"', "tool=whoami", "\uFEFF{}"])(
    "of %j is no JSON",
    async (body) => {
      expect(await refused(body)).toMatchObject({ status: 400, error: { code: "invalid_json" } });
    },
  );

  test("that is not UTF-8 is refused instead of read as something else", async () => {
    const bytes = Buffer.from(
      '{"tool":"register","arguments":{"displayName":"Caf\u00e9"}}',
      "latin1",
    );
    expect(await refused(bytes)).toMatchObject({ status: 400, error: { code: "invalid_json" } });
  });

  test.each([
    ["null", "/"],
    ["[]", "/"],
    ['["whoami"]', "/"],
    ["7", "/"],
    ['"whoami"', "/"],
    ["{}", "/tool"],
    ['{"tool":7}', "/tool"],
    ['{"tool":""}', "/tool"],
    ['{"tool":"whoami","args":{}}', "/args"],
    ['{"tool":"whoami","idempotencyKey":""}', "/idempotencyKey"],
    [`{"tool":"whoami","idempotencyKey":"${"k".repeat(256)}"}`, "/idempotencyKey"],
  ])("of %s is of another form, and %s is named", async (body, field) => {
    const answer = await refused(body);
    expect(answer).toMatchObject({ status: 400, error: { code: "invalid_request", field } });
    expect(answer.error.suggestion).toContain("arguments");
  });

  test.each(["[]", '"text"', "7"])("with %s for arguments is refused", async (args) => {
    const answer = await refused(`{"tool":"search_placements","arguments":${args}}`);
    expect(answer).toMatchObject({
      status: 422,
      error: { code: "invalid_arguments", field: "/arguments" },
    });
  });

  test("of 10 MB is refused, whether it says its size or not", async () => {
    const chunk = new Uint8Array(1_000_000).fill(120);
    const stream = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 10; count += 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const expected = { status: 413, error: { code: "payload_too_large" } };
    expect(await refused("x".repeat(10_000_000))).toMatchObject(expected);
    const response = await fetch(`${world.baseUrl}/api/agent`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: stream,
      ...{ duplex: "half" },
    });
    expect(response.status).toBe(413);
    expect((await world.call("search_placements", {})).status).toBe(200);
  });

  test("above 64 KB needs a key, counted in bytes", async () => {
    const bodyOf = (count: number) =>
      JSON.stringify({ tool: "whoami", arguments: { padding: "é".repeat(count) } });
    expect(await refused(bodyOf(33_000))).toMatchObject({
      status: 413,
      error: { code: "payload_too_large", details: { limitBytes: 65_536 } },
    });
    expect(await refused(bodyOf(32_000))).toMatchObject({ status: 401 });
  });

  test("of another content type or compressed is refused", async () => {
    const expected = { status: 415, error: { code: "unsupported_media_type" } };
    const call = '{"tool":"search_placements"}';
    for (const type of ["text/plain", "multipart/form-data", "application/jsonp", ""]) {
      expect(await refused(call, { "Content-Type": type })).toMatchObject(expected);
    }
    const packed = gzipSync(call);
    expect(await refused(packed, { "Content-Encoding": "gzip" })).toMatchObject(expected);
  });

  test("nested without end is refused instead of exhausting the stack", async () => {
    const { publisher, campaign } = parties.own;
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const args = `{"campaignId":"${campaign.campaignId}","evidence":{"deep":${deep}}}`;
    const headers = { Authorization: `Bearer ${publisher.key}` };
    expect(await refused(`{"tool":"report_click","arguments":${args}}`, headers)).toMatchObject({
      status: 422,
      error: { code: "invalid_arguments" },
    });
  });

  test("with two different idempotency keys is refused", async () => {
    const { key } = parties.own.advertiser;
    const call = { tool: "buy_credits", arguments: { packId: "starter" }, idempotencyKey: "one" };
    const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": "two" };
    expect(await refused(JSON.stringify(call), headers)).toMatchObject({
      status: 400,
      error: { code: "invalid_request" },
    });
  });
});

describe("a request", () => {
  test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "by %s is told to use POST",
    async (method) => {
      const answer = await send({ method });
      expect(answer).toMatchObject({ status: 405, error: { code: "method_not_allowed" } });
      expect(answer.headers.get("Allow")).toBe("POST");
    },
  );

  test.each([
    ["list_placment", "list_placement"],
    ["search_product", "search_shopfeed_products"],
    ["Whoami", "whoami"],
  ])("for the unknown tool %s is pointed to %s", async (tool, meant) => {
    const answer = await refused(JSON.stringify({ tool, arguments: {} }));
    expect(answer).toMatchObject({ status: 404, error: { code: "unknown_tool" } });
    expect(answer.error.details?.didYouMean).toContain(meant);
    expect(answer.error.nextTools).toContain(meant);
    expect(answer.error.suggestion).toContain(meant);
  });

  const names = ["constructor", "__proto__", "toString", "q".repeat(24)];
  test.each(names)("for %s is sent to the list of tools", async (tool) => {
    const answer = await refused(JSON.stringify({ tool, arguments: {} }));
    expect(answer).toMatchObject({ status: 404, error: { details: { didYouMean: [] } } });
    expect(answer.error.suggestion).toContain("/api/public/info");
  });
});

test("nothing of all this leaves a trace in the database", async () => {
  const before = await imageOf(world.databaseUrl);
  await refused("{nonsense");
  await refused("null");
  await refused('{"tool":"registr","arguments":{}}');
  expect(await imageOf(world.databaseUrl)).toEqual(before);
  await registerAgent(world.call, "both");
  expect(await imageOf(world.databaseUrl)).not.toEqual(before);
});

/** Texts that break careless code: for the database, for JSON, for objects, for terminals. */
const ODD_TEXTS = ["a\u0000b", "a\ud800b", "\u202egnp.exe", "'; drop table agent; --", "__proto__"];

describe("odd arguments are never a fault of ours", () => {
  let clients: ReturnType<typeof createMcpCaller>[];
  let transports: CallTool[];
  beforeAll(() => {
    clients = CLIENTS.map((kind) => createMcpCaller(kind, `${world.baseUrl}/mcp`));
    transports = [world.call, ...clients.map((client) => client.call)];
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  test.each(CATALOGUE.map((tool) => ({ name: tool.name, tool })))("$name", async ({ tool }) => {
    const key = callerFor(tool, parties)?.key;
    const valid = validArguments(tool, parties);
    const oddly = [
      ...freeTexts(schemasOf(tool).input).flatMap((field) =>
        ODD_TEXTS.map((text) => ({ ...valid, [field]: text })),
      ),
      { ...valid, evidence: nested(400), context: nested(400) },
      JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
    ];
    for (const [index, args] of oddly.entries()) {
      // Each through one transport, in turn: HTTP and three MCP clients, five odd texts a field.
      const call = transports[index % transports.length] ?? world.call;
      const { isError, body } = await call(tool.name, args, key);
      if (!isError) continue;
      const { code, recovery } = errorBodySchema.parse(body).error;
      expect({ args, code, recovery }).toMatchObject({ recovery: "correctable" });
    }
  });
});

function nested(depth: number): unknown {
  let value: unknown = "core";
  for (let count = 0; count < depth; count += 1) value = [value];
  return { value };
}
