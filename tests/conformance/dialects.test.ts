import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browseCatalogue } from "../dialects/catalogue.ts";
import { openInventory, PRODUCTS } from "../dialects/market.ts";
import {
  listedSkips,
  runAdcpCli,
  runAdcpFuzz,
  runStoryboards,
  type Storyboard,
  sumOf,
  unlistedSkips,
} from "../dialects/programs.ts";
import { registerAgent } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

/** The short form of `npm run prove -- dialects`. */
let world: TestExchange;
let storyboards: Storyboard[];
let cli: Awaited<ReturnType<typeof runAdcpCli>>;
let fuzz: Awaited<ReturnType<typeof runAdcpFuzz>>;
const TIMEOUT_MS = 240_000;

beforeAll(async () => {
  world = await startExchange({ env: { ADCP_TEST_CONTROLLER: "1" } });
  await world.loadProducts("shopfeed", PRODUCTS);
  await openInventory(world.call);
  const [one, own, other] = await Promise.all(
    [1, 2, 3].map(() => registerAgent(world.call, "advertiser")),
  );
  const keys = { own: own?.key ?? "", other: other?.key ?? "" };
  // Each is a process of its own that mostly waits.
  [storyboards, cli, fuzz] = await Promise.all([
    runStoryboards(world.baseUrl),
    runAdcpCli(world.baseUrl, one?.key ?? ""),
    runAdcpFuzz(world.baseUrl, keys, { seed: 42, turns: 10 }),
  ]);
}, TIMEOUT_MS);
afterAll(() => world.close());

describe("an unmodified buyer of AdCP 3.0", () => {
  test("passes every storyboard of a seller like us", () => {
    const failures = storyboards.flatMap(({ id, failures: found }) =>
      found.map((failure) => `${id}: ${failure}`),
    );
    expect(failures).toEqual([]);
    expect(storyboards).toHaveLength(33);
    expect(sumOf(storyboards)).toEqual({ passed: 171, failed: 0, skipped: 32 });
  });

  test("skips only steps that are listed with a reason, and the list has no others", () => {
    expect(unlistedSkips(storyboards)).toEqual([]);
    const skipped = new Map(storyboards.map(({ id, skipped: steps }) => [id, steps]));
    for (const [id, steps] of Object.entries(listedSkips())) {
      expect(skipped.get(id)?.toSorted(), id).toEqual(Object.keys(steps).toSorted());
    }
  });

  test("passes the specialism with one key for all of it", () => {
    expect(cli, cli.text).toMatchObject({ passed: 37, failed: 0, skipped: 0 });
  });

  test("finds no answer that breaks the protocol or tells tenants apart", () => {
    expect(fuzz.failures, fuzz.text).toBe(0);
    expect(fuzz.runs).toBeGreaterThanOrEqual(100);
    expect(fuzz.verdicts.filter((one) => one.endsWith("FAIL"))).toEqual([]);
    expect(fuzz.verdicts).toContain("get_media_buy_delivery PASS");
  });
});

describe("an unmodified UCP client", () => {
  test.each(["2026-08-25", "2026-04-08"] as const)(
    "gets valid answers of %s with links and disclosures, and no cart",
    { timeout: TIMEOUT_MS },
    async (release) => {
      const counts = { searches: 20, lookups: 5, products: 5 };
      const run = await browseCatalogue(world.baseUrl, release, counts);
      expect(run.problems).toEqual([]);
      expect(run.answers).toBe(30);
      expect(run.cart).toBe('business does not expose "create_cart"');
    },
  );
});
