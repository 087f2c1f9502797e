import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { createIdSource } from "../../server/src/core/ids.ts";
import { bookedPair, deliverOnce, registerAgent } from "../setup/agents.ts";
import { startExchange } from "../setup/exchange.ts";
import { setUp } from "../setup/shared.ts";

const ids = createIdSource({ now: () => new Date() });
const placard = setUp(startExchange);

/** Notes where the code waits for a connection while its own call holds another. */
function watchPools(): { readonly places: readonly string[]; stop(): void } {
  const holding = new AsyncLocalStorage<{ count: number }>();
  const places: string[] = [];
  const real = pg.Pool.prototype.connect;
  function connect(this: pg.Pool, ...args: unknown[]): unknown {
    if ((holding.getStore()?.count ?? 0) > 0) places.push(new Error("second").stack ?? "");
    // `query` of a pool passes a callback and holds its connection for one statement only.
    if (args.length > 0) return Reflect.apply(real, this, args);
    const held = { count: 0 };
    holding.enterWith(held);
    return Reflect.apply(real, this, []).then((client: pg.PoolClient) => {
      held.count += 1;
      const release = client.release.bind(client);
      client.release = (error) => {
        held.count -= 1;
        release(error);
      };
      return client;
    });
  }
  Object.assign(pg.Pool.prototype, { connect });
  return { places, stop: () => Object.assign(pg.Pool.prototype, { connect: real }) };
}

test("a call that holds a connection waits for no other one", async () => {
  const { publisher, advertiser, campaign } = await bookedPair(placard.call, "cpc");
  const { campaignId } = campaign;
  await deliverOnce(placard.call, publisher, campaignId);
  const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
  const unknown = { campaignId: ids.id("cmp") };
  const calls: [string, object, string][] = [
    ["report_click", unknown, publisher.key],
    ["report_click", { campaignId }, publisher.key],
    ["report_impression", { campaignId, deliveryId }, publisher.key],
    ["report_events", { events: [{ type: "click", ...unknown }] }, publisher.key],
    ["request_cashout", { amountCredits: 500, btcAddress: ADDRESS }, publisher.key],
    ["update_campaign", { campaignId, dailyCapCredits: 400 }, advertiser.key],
    ["request_refund", { campaignId }, advertiser.key],
  ];
  const watched = watchPools();
  for (const [tool, args, key] of calls) {
    await placard.call(tool, args, key, { idempotencyKey: `${tool}-${ids.uuid()}` });
  }
  watched.stop();
  expect(watched.places).toEqual([]);
});

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

test("40 reports of unknown campaigns with idempotency keys hold up no other agent", async () => {
  const [attacker, victim] = [
    await registerAgent(placard.call, "publisher"),
    await registerAgent(placard.call, "publisher"),
  ];
  const reports = Array.from({ length: 40 }, () =>
    placard.call("report_click", { campaignId: ids.id("cmp") }, attacker.key, {
      idempotencyKey: ids.uuid(),
    }),
  );
  const startedAtMs = performance.now();
  const { isError } = await placard.call("whoami", {}, victim.key);
  expect(isError).toBe(false);
  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  for (const { body } of await Promise.all(reports)) {
    expect(body).toMatchObject({ error: { code: "not_found" } });
  }
});

test("an unknown campaign is looked up once", async () => {
  const agent = await registerAgent(placard.call, "publisher");
  const campaignId = ids.id("cmp");
  const events = Array.from({ length: 50 }, () => ({ type: "click", campaignId }));
  await placard.call("report_events", { events }, agent.key);
  const asked = vi.spyOn(pg.Client.prototype, "query");
  await placard.call("report_events", { events }, agent.key);
  const facts = asked.mock.calls.filter((call) => JSON.stringify(call[0])?.includes("find_facts"));
  asked.mockRestore();
  expect(facts).toEqual([]);
});
