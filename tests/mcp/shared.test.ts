import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RATE_LIMITS } from "../../server/src/contract/rate-limits.ts";
import { agentSchema } from "../../server/src/contract/resources/agent.ts";
import { registerAgent, resultOf } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";
import { CLIENTS, createMcpCaller } from "./clients.ts";

describe("many callers at once", () => {
  let world: TestExchange;
  beforeAll(async () => {
    world = await startExchange();
  });
  afterAll(() => world.close());

  test.each(CLIENTS)("each read their own wallet, over $name", async (kind) => {
    const client = createMcpCaller(kind, `${world.baseUrl}/mcp`);
    const agents = await Promise.all(
      Array.from({ length: 12 }, (_, index) => registerAgent(world.call, "both", `Agent ${index}`)),
    );
    // Three rounds mixed, so that requests of all agents are open at the same time.
    const answers = await Promise.all(
      [...agents, ...agents, ...agents].map(async (agent) => {
        const seen = await resultOf(client.call("whoami", {}, agent.key), agentSchema);
        return { asked: agent.agentId, answered: seen.agentId };
      }),
    );
    for (const { asked, answered } of answers) expect(answered).toBe(asked);
    await client.close();
  });
});

describe("the rate limit", () => {
  let world: TestExchange;
  beforeAll(async () => {
    world = await startExchange({ env: { RATE_LIMIT_LOOPBACK: "1" } });
  });
  afterAll(() => world.close());

  test("is one for HTTP and MCP together", async () => {
    // The one class whose hour does not end while a slow machine runs this.
    const { burst } = RATE_LIMITS.register;
    const identity = { provider: "Test House", displayName: "One of many", role: "both" };
    const register = () => world.call("register", identity);
    const spent = await Promise.all(Array.from({ length: burst }, register));
    expect(spent.filter((answer) => answer.isError)).toEqual([]);
    const overHttp = await register();
    expect(overHttp.status).toBe(429);
    expect(Number(overHttp.headers.get("Retry-After"))).toBeGreaterThan(0);
    for (const kind of CLIENTS) {
      const connection = await kind.connect(`${world.baseUrl}/mcp`);
      const answer = await connection.callTool("register", identity);
      expect(answer, kind.name).toMatchObject({
        isError: true,
        body: { error: { code: "rate_limited", recovery: "transient" } },
      });
      await connection.close();
    }
  });
});
