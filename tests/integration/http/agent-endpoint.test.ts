import { describe, expect, test } from "vitest";
import { errorBodySchema } from "../../../server/src/contract/errors.ts";
import { registerAgent } from "../../setup/agents.ts";
import { newKey, refused, setUpMarket } from "../tools/market.ts";

const market = setUpMarket();

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${market.baseUrl}/api/agent`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
const errorOf = async (response: Response) => errorBodySchema.parse(await response.json());
const REQUEST_ID = /^req_[0-9a-hjkmnp-tv-z]{26}$/;

describe("request ids", () => {
  test("every answer carries one of its own, and an error repeats it in its body", async () => {
    const answers = await Promise.all([
      post('{"tool":"search_placements"}'),
      post("nonsense"),
      fetch(`${market.baseUrl}/nowhere`),
      fetch(`${market.baseUrl}/healthz`),
    ]);
    const ids = answers.map(({ headers }) => headers.get("X-Request-Id"));
    for (const id of ids) expect(id).toMatch(REQUEST_ID);
    expect(new Set(ids).size).toBe(4);
    for (const answer of answers.slice(1, 3)) {
      expect((await errorOf(answer)).requestId).toBe(answer.headers.get("X-Request-Id"));
    }
  });

  test("a caller's own request id is not taken over", async () => {
    const answer = await post("{}", { "X-Request-Id": "mine" });
    expect(answer.headers.get("X-Request-Id")).toMatch(REQUEST_ID);
  });
});

describe("the body", () => {
  test("arguments may be left out, and null counts as left out", async () => {
    expect((await post('{"tool":"search_placements"}')).status).toBe(200);
    expect((await post('{"tool":"search_placements","arguments":null}')).status).toBe(200);
  });

  test("the result is the object itself, without a wrapper", async () => {
    const answer = await post('{"tool":"search_placements","arguments":{}}');
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(Object.keys(await answer.json())).toEqual(["items", "nextCursor"]);
  });
});

describe("the size of a body", () => {
  const padded = (tool: string, sizeBytes: number, filler = " ") =>
    `{"tool":"${tool}","arguments":{}${filler.repeat(sizeBytes)}}`;

  test("is 256 KB for a tool and 1 MB for report_events", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const headers = { Authorization: `Bearer ${key}` };
    expect((await post(padded("search_placements", 262_000), headers)).status).toBe(200);
    const large = await post(padded("search_placements", 262_200), headers);
    expect(large.status).toBe(413);
    expect((await errorOf(large)).error).toMatchObject({
      code: "payload_too_large",
      details: { limitBytes: 262_144 },
    });
    const events = await post(padded("report_events", 1_000_000), headers);
    expect((await errorOf(events)).error.code).toBe("invalid_arguments");
  });
});

describe("the method", () => {
  test("a page of another origin may not read agent answers", async () => {
    const answer = await post('{"tool":"search_placements"}', { Origin: "https://evil.example" });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

describe("the checks come in the order of the contract", () => {
  test("a wrong key is refused before the tool is looked at", async () => {
    await refused(market.call("list_placment", {}, "rk_live_wrong"), "invalid_key");
  });

  test("an unknown tool is answered with the nearest names", async () => {
    const error = await refused(market.call("list_placment", {}), "unknown_tool");
    expect(error.details?.didYouMean).toContain("list_placement");
    expect(error.nextTools).toEqual(error.details?.didYouMean);
  });

  test("the key before the role, the role before the arguments", async () => {
    const { key } = await registerAgent(market.call, "advertiser");
    await refused(market.call("list_placement", { wrong: 1 }), "missing_key");
    await refused(market.call("list_placement", { wrong: 1 }, "nonsense"), "invalid_key");
    await refused(market.call("list_placement", { wrong: 1 }, key), "wrong_role");
  });

  test("the arguments before the idempotency key's past", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const options = { idempotencyKey: newKey() };
    await market.call("buy_credits", { packId: "starter" }, key, options);
    await refused(market.call("buy_credits", { packId: "x" }, key, options), "invalid_arguments");
  });

  test.each(["Basic abc", "Bearer", "Bearer a b", "rk_live_x"])(
    "the header %j is a wrong key, not an anonymous caller",
    async (Authorization) => {
      const answer = await post('{"tool":"search_placements"}', { Authorization });
      expect(answer.status).toBe(401);
      expect((await errorOf(answer)).error.code).toBe("invalid_key");
    },
  );

  test("a key in the query is not a key", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const answer = await fetch(`${market.baseUrl}/api/agent?key=${key}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"tool":"whoami"}',
    });
    expect((await errorOf(answer)).error.code).toBe("missing_key");
  });
});

describe("headers", () => {
  test("what a key reads is never stored, and content types are not guessed", async () => {
    const { key } = await registerAgent(market.call, "publisher");
    const answer = await market.call("whoami", {}, key);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("an address that is none answers the one error body", async () => {
    const answer = await fetch(`${market.baseUrl}/api/agents`);
    expect(answer.status).toBe(404);
    expect((await errorOf(answer)).error).toMatchObject({
      code: "not_found",
      details: { resource: "address" },
    });
  });
});
