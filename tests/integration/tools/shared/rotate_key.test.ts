import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { rotatedKeySchema, whoamiSchema } from "../../../../server/src/contract/resources/agent.ts";
import { isWellFormedKey } from "../../../../server/src/domain/identity/index.ts";
import { CLIENTS, createMcpCaller } from "../../../mcp/clients.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../../setup/exchange.ts";
import { openSession } from "../../domain/disputes/session.ts";
import { HOUR_MS, newKey, refused, startMarket } from "../market.ts";
import { startSession } from "./session.ts";

let session: Awaited<ReturnType<typeof startSession>>;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.close());

const agent = () => registerAgent(session.call, "both");
const call = (key: string, args: object = {}) => session.call("rotate_key", args, key);
const rotate = (key: string, args: object = {}) =>
  resultOf(call(key, args), rotatedKeySchema.strict());
const works = async (key: string) => (await session.call("whoami", {}, key)).status === 200;
const keysOf = async ({ agentId }: TestAgent) =>
  (await session.sql("select 1 from api_key where agent_id = $1", [uuidFromId(agentId)])).length;

describe("works", () => {
  test("the new key works at once, the old one for a day, then it is revoked", async () => {
    const { key, agentId } = await agent();
    const rotated = await rotate(key);
    const now = session.clock.now().getTime();
    expect(rotated).toEqual({
      agentId,
      apiKey: expect.stringMatching(/^rk_live_/),
      key: { prefix: rotated.apiKey.slice(0, 12), createdAt: new Date(now).toISOString() },
      previousKey: {
        prefix: key.slice(0, 12),
        endsAt: new Date(now + 24 * HOUR_MS).toISOString(),
      },
      nextTools: ["whoami"],
    });
    expect(isWellFormedKey(rotated.apiKey)).toBe(true);
    expect(rotated.apiKey).not.toBe(key);
    const seen = await resultOf(session.call("whoami", {}, rotated.apiKey), whoamiSchema);
    expect(seen).toMatchObject({ agentId, key: rotated.key });
    session.clock.advance(24 * HOUR_MS - 1_000);
    expect(await works(key)).toBe(true);
    session.clock.advance(1_000);
    const error = await refused(session.call("whoami", {}, key), "revoked_key");
    expect(error.recovery).toBe("terminal");
    expect(await works(rotated.apiKey)).toBe(true);
  });

  test.each([0, 1, 168])("a grace of %i hours ends when it says", async (graceHours) => {
    const { key } = await agent();
    // Remembered, so that it would go on working were it not forgotten.
    expect(await works(key)).toBe(true);
    const { apiKey } = await rotate(key, { graceHours });
    if (graceHours > 0) {
      session.clock.advance(graceHours * HOUR_MS - 10);
      expect(await works(key)).toBe(true);
      session.clock.advance(10);
    }
    await refused(session.call("whoami", {}, key), "revoked_key");
    expect(await works(apiKey)).toBe(true);
  });

  test("a third key ends the oldest", async () => {
    const { key: first } = await agent();
    const { apiKey: second } = await rotate(first);
    const { apiKey: third } = await rotate(second);
    await refused(session.call("whoami", {}, first), "revoked_key");
    expect([await works(second), await works(third)]).toEqual([true, true]);
  });

  test("after a lost answer the old key asks again, and the lost one opens nothing", async () => {
    const { key: old } = await agent();
    const { apiKey: lost, previousKey } = await rotate(old, { graceHours: 1 });
    const { apiKey: found, previousKey: again } = await rotate(old, { graceHours: 168 });
    await refused(session.call("whoami", {}, lost), "revoked_key");
    expect([await works(old), await works(found)]).toEqual([true, true]);
    // Asking again is no way to make a key live longer.
    expect(again).toEqual(previousKey);
  });

  test("of rotations at once, no more than two keys work in the end", async () => {
    const owner = await agent();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => rotate(owner.key, { graceHours: 1 })),
    );
    const keys = [owner.key, ...answers.map(({ apiKey }) => apiKey)];
    const working: string[] = [];
    for (const key of keys) if (await works(key)) working.push(key);
    expect(working).toHaveLength(2);
    expect(working).toContain(owner.key);
  });

  test("of rotations at once without a grace one gets a key, and that key works", async () => {
    const owner = await agent();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(owner.key, { graceHours: 0 })),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(await works(rotatedKeySchema.parse(made?.body).apiKey)).toBe(true);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      await refused(Promise.resolve(answer), "revoked_key");
    }
    expect(await keysOf(owner)).toBe(2);
  });

  test("a suspended agent can replace a leaked key, and still do nothing else", async () => {
    const owner = await agent();
    await openSession(session).agents("suspend", owner.agentId, "--reason", "A leak.");
    session.clock.advance(1_000);
    const { apiKey } = await rotate(owner.key, { graceHours: 0 });
    await refused(session.call("whoami", {}, owner.key), "revoked_key");
    expect(await works(apiKey)).toBe(true);
    await refused(session.call("buy_credits", { packId: "starter" }, apiKey), "agent_suspended");
  });

  test("a closed agent cannot", async () => {
    const owner = await agent();
    await session.sql("update agent set status = 'closed' where id = $1", [
      uuidFromId(owner.agentId),
    ]);
    session.clock.advance(1_000);
    await refused(call(owner.key), "agent_suspended");
  });
});

describe("is safe to repeat", () => {
  test("a replay is the stored bytes, over every transport, and has no key in it", async () => {
    const owner = await agent();
    const idempotencyKey = newKey();
    const first = await call(owner.key, { idempotencyKey });
    const { apiKey } = rotatedKeySchema.parse(first.body);
    const again = await call(owner.key, { idempotencyKey });
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.text).toBe(first.text.replace(apiKey, "rk_live_[redacted]"));
    const stored = await session.sql("select response from idempotency where key = $1", [
      idempotencyKey,
    ]);
    expect(stored).toEqual([{ response: again.text }]);
    expect((await call(apiKey, { idempotencyKey })).text).toBe(again.text);
    for (const kind of CLIENTS) {
      const client = createMcpCaller(kind, `${session.baseUrl}/mcp`);
      const overMcp = await client.call("rotate_key", { idempotencyKey }, owner.key);
      expect(overMcp.body, kind.name).toEqual(again.body);
      await client.close();
    }
    expect(await keysOf(owner)).toBe(2);
    await refused(call(owner.key, { idempotencyKey, graceHours: 1 }), "idempotency_key_reused");
  });

  test("no key stands in any table or in the log", async () => {
    const { key } = await agent();
    const { apiKey } = await rotate(key, { idempotencyKey: newKey() });
    await session.expectNowhere(apiKey.slice(8));
    await session.expectNowhere(key.slice(8));
  });
});

describe("moves exactly the money it says", () => {
  test("rotating moves none", async () => {
    const { key } = await agent();
    expect(await session.moved(() => rotate(key))).toEqual({});
  });
});

describe("two processes", () => {
  let market: Awaited<ReturnType<typeof startMarket>>;
  let other: TestExchange;
  beforeAll(async () => {
    market = await startMarket();
    // Its clock stands still: what it remembers it would remember for ever.
    other = await startExchange({ beside: market, clock: market.clock });
  });
  afterAll(async () => {
    await other.close();
    await market.close();
  });
  const codeAt = async (exchange: TestExchange, key: string) => {
    const { body } = await exchange.call("whoami", {}, key);
    return Object(Object(body).error).code ?? "works";
  };

  test("a key that ends at one is forgotten at the other, though it remembers it", async () => {
    const { key } = await registerAgent(market.call, "both");
    expect(await codeAt(other, key)).toBe("works");
    const { apiKey } = await resultOf(
      market.call("rotate_key", { graceHours: 0 }, key),
      rotatedKeySchema,
    );
    await expect.poll(() => codeAt(other, key), { interval: 5 }).toBe("revoked_key");
    expect(await codeAt(other, apiKey)).toBe("works");
  });

  test("a suspension is known at both without the memory's end", async () => {
    const { key, agentId } = await registerAgent(market.call, "both");
    expect(await codeAt(other, key)).toBe("works");
    await openSession(market).agents("suspend", agentId, "--reason", "Clicks.");
    const buy = async () => {
      const { body } = await other.call("buy_credits", { packId: "starter" }, key);
      return Object(Object(body).error).code;
    };
    await expect.poll(buy, { interval: 5 }).toBe("agent_suspended");
  });

  test("without the news the memory ends by itself within a second", async () => {
    const { key, agentId } = await registerAgent(market.call, "both");
    expect(await codeAt(other, key)).toBe("works");
    const id = uuidFromId(agentId);
    await market.sql("alter table api_key disable trigger api_key_ended");
    await market.sql("update api_key set ends_at = $2 where agent_id = $1", [
      id,
      market.clock.now(),
    ]);
    await market.sql("alter table api_key enable trigger api_key_ended");
    expect(await codeAt(other, key)).toBe("works");
    market.clock.advance(1_000);
    expect(await codeAt(other, key)).toBe("revoked_key");
  });
});
