import { beforeAll, describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { placementSchema } from "../../../../server/src/contract/resources/placement.ts";
import {
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { bookPair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();
let publisher: TestAgent;
beforeAll(async () => {
  publisher = await registerAgent(market.call, "publisher");
});

const page = (args: object, key = publisher.key) =>
  resultOf(market.call("list_placements", args, key), listOf(placementSchema));

describe("works", () => {
  test("own placements in all states come newest first, page by page, each once", async () => {
    const made: string[] = [];
    for (const status of ["active", "paused", "archived", "active", "active"]) {
      const { placementId } = await listTestPlacement(market.call, publisher, "cpm");
      await market.call("update_placement", { placementId, status }, publisher.key);
      made.unshift(placementId);
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    let pages = 0;
    do {
      const found = await page({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...found.items.map(({ placementId }) => placementId));
      cursor = found.nextCursor;
      pages += 1;
    } while (cursor !== null && pages < 10);
    expect(pages).toBe(3);
    expect(seen).toEqual(made);
  });

  test.each(["active", "paused", "archived"])(
    "the filter %s shows only that state",
    async (status) => {
      const { items } = await page({ status });
      expect(items.length).toBeGreaterThan(0);
      expect(new Set(items.map((item) => item.status))).toEqual(new Set([status]));
    },
  );

  test("a page that ends exactly at the last row has no next page", async () => {
    const owner = await registerAgent(market.call, "publisher");
    await listTestPlacement(market.call, owner, "cpm");
    await listTestPlacement(market.call, owner, "cpm");
    expect(await page({ limit: 2 }, owner.key)).toMatchObject({ nextCursor: null });
    expect((await page({}, (await registerAgent(market.call, "both")).key)).items).toEqual([]);
  });

  test("statistics say what was delivered, reported and earned", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await pair.report("report_impression");
    const { items } = await page({}, pair.publisher.key);
    expect(items[0]?.stats).toEqual({ deliveries: 1, events: 2, earnedCredits: 20 });
  });
});

describe("rejects bad input", () => {
  test.each([["a cursor of another list", { cursor: Buffer.from("5").toString("base64url") }]])(
    "%s is refused",
    async (_case, args) => {
      const error = await refused(
        market.call("list_placements", args, publisher.key),
        "invalid_arguments",
      );
      expect(error.field).toBe("/arguments/cursor");
    },
  );
});

describe("rejects wrong caller", () => {
  test("nobody sees the placements of others", async () => {
    const other = await registerAgent(market.call, "publisher");
    expect((await page({}, other.key)).items).toEqual([]);
  });
});
