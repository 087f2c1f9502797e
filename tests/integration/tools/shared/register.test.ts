import { describe, expect, test } from "vitest";
import {
  registeredAgentSchema,
  whoamiSchema,
} from "../../../../server/src/contract/resources/agent.ts";
import { isWellFormedKey } from "../../../../server/src/domain/identity/index.ts";
import { resultOf } from "../../../setup/agents.ts";
import { newKey, setUpMarket } from "../market.ts";

const market = setUpMarket();

const args = { provider: "Acme", displayName: "Acme Chat", role: "publisher" };

describe("works", () => {
  test.each([
    ["publisher", "list_placement"],
    ["advertiser", "buy_credits"],
    ["both", "list_placement"],
  ])("a new %s gets its key and what to do next", async (role, next) => {
    const answer = market.call("register", { ...args, role });
    const agent = await resultOf(answer, registeredAgentSchema);
    expect(agent).toMatchObject({ provider: "Acme", displayName: "Acme Chat", role });
    expect(agent.status).toBe("active");
    expect(agent.createdAt).toBe(market.clock.now().toISOString());
    expect(isWellFormedKey(agent.apiKey)).toBe(true);
    expect(agent.nextTools[0]).toBe(next);
    expect((await answer).headers.get("Cache-Control")).toBe("no-store");
  });

  test("the key works at once and is never shown again", async () => {
    const { apiKey } = await resultOf(market.call("register", args), registeredAgentSchema);
    const answer = await market.call("whoami", {}, apiKey);
    expect(whoamiSchema.parse(answer.body).key.prefix).toBe(apiKey.slice(0, 12));
    expect(answer.text).not.toContain(apiKey);
  });

  test("the database holds no key, only its hash", async () => {
    const { apiKey } = await resultOf(market.call("register", args), registeredAgentSchema);
    const rows = await market.sql(
      "select sha256, prefix from api_key where position($1 in row_to_json(api_key)::text) > 0",
      [apiKey.slice(8)],
    );
    expect(rows).toEqual([]);
  });

  test("an agent that has a key may register another one", async () => {
    const first = await resultOf(market.call("register", args), registeredAgentSchema);
    const second = await resultOf(
      market.call("register", { ...args, role: "both" }, first.apiKey),
      registeredAgentSchema,
    );
    expect(second.agentId).not.toBe(first.agentId);
  });
});

describe("rejects bad input", () => {
  test("a name of exactly 100 characters is taken", async () => {
    const answer = await market.call("register", { ...args, displayName: "x".repeat(100) });
    expect(answer.status).toBe(200);
  });
});

describe("is safe to repeat", () => {
  test("the header Idempotency-Key has no meaning: each call makes its own agent", async () => {
    const headers = { "Idempotency-Key": newKey() };
    const answers = [1, 2].map(() => market.call("register", args, undefined, { headers }));
    const [first, second] = await Promise.all(
      answers.map((answer) => resultOf(answer, registeredAgentSchema)),
    );
    expect(first?.agentId).not.toBe(second?.agentId);
    expect(first?.apiKey).not.toBe(second?.apiKey);
  });
});

describe("moves exactly the money it says", () => {
  test("registering moves none", async () => {
    expect(await market.moved(() => market.call("register", args))).toEqual({});
  });
});
