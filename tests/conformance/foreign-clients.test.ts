import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Step, TOUR_PRODUCT, tourRightly, withoutIds } from "../mcp/tour.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";
import { FOREIGN_CLIENTS, openForeignClient } from "./foreign.ts";

let world: TestExchange;
let overHttp: Step[];
beforeAll(async () => {
  // As for the official clients in `tests/mcp/parity.test.ts`, which also sees to it that the tour
  // leaves out no tool.
  world = await startExchange({
    env: { CASHOUT_NEW_ADDRESS_HOURS: "24", POSTBACK_ALLOW_HOSTS: "127.0.0.1" },
  });
  await world.loadProducts("tour", [TOUR_PRODUCT]);
  overHttp = await tourRightly(world.call);
});
afterAll(() => world.close());

describe.concurrent.each(FOREIGN_CLIENTS)("%s", (name) => {
  test("gets from every tool what HTTP gives", async () => {
    const client = openForeignClient(name, `${world.baseUrl}/mcp`);
    const overMcp = await tourRightly(client.call).finally(() => client.close());
    expect(withoutIds(overMcp)).toEqual(withoutIds(overHttp));
  });
});
