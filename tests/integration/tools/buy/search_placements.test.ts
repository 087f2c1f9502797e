import { beforeAll, describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { placementSchema } from "../../../../server/src/contract/resources/placement.ts";
import {
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { setUpMarket } from "../market.ts";

const market = setUpMarket();
let publisher: TestAgent;
beforeAll(async () => {
  publisher = await registerAgent(market.call, "publisher");
  const other = await registerAgent(market.call, "publisher");
  await listTestPlacement(market.call, publisher, "cpc", {
    title: "Cooking sidebar",
    description: "Recipes.",
    rateCredits: 30,
    topics: ["cooking"],
  });
  await listTestPlacement(market.call, publisher, "cpm", {
    title: "Gardening answers",
    description: "Growing herbs for cooking.",
    kind: "agent_response",
    rateCredits: 400,
    feedType: "shopfeed_us_shop",
  });
  await listTestPlacement(market.call, other, "cpc", {
    title: "Travel tool",
    description: "Trips by train.",
    kind: "tool_result",
    rateCredits: 60,
    topics: ["travel"],
  });
  for (const status of ["paused", "archived"]) {
    const { placementId } = await listTestPlacement(market.call, publisher, "cpc", {
      title: `Hidden ${status}`,
    });
    await market.call("update_placement", { placementId, status }, publisher.key);
  }
  const hidden = await listTestPlacement(market.call, publisher, "cpc", { title: "Hidden review" });
  await market.sql("update placement set review_status = 'pending_review' where id = $1", [
    uuidFromId(hidden.placementId),
  ]);
});

const search = (args: object = {}) =>
  resultOf(market.call("search_placements", args), listOf(placementSchema));
const titles = async (args: object = {}) => (await search(args)).items.map(({ title }) => title);

describe("works", () => {
  test("it shows what can be booked now, and nothing paused, archived or in review", async () => {
    expect(await titles()).toEqual(["Travel tool", "Gardening answers", "Cooking sidebar"]);
  });

  test.each([
    [{ adUnitType: "cpc" }, ["Travel tool", "Cooking sidebar"]],
    [{ kind: "agent_response" }, ["Gardening answers"]],
    [{ kind: "chat_sidebar", adUnitType: "cpm" }, []],
    [{ feedType: "shopfeed_us_shop" }, ["Gardening answers"]],
    [{ topic: "travel" }, ["Travel tool"]],
    [{ minRateCredits: 30, maxRateCredits: 60 }, ["Travel tool", "Cooking sidebar"]],
    [{ minRateCredits: 30.000001 }, ["Travel tool", "Gardening answers"]],
    [{ q: "trains" }, ["Travel tool"]],
    [{ q: "submarine" }, []],
    [{ q: "  " }, ["Travel tool", "Gardening answers", "Cooking sidebar"]],
  ])("%j finds %j", async (args, expected) => {
    expect(await titles(args)).toEqual(expected);
  });

  test("words of a title weigh more than words of a description", async () => {
    expect(await titles({ q: "cooking" })).toEqual(["Cooking sidebar", "Gardening answers"]);
  });

  test.each([
    ["rate_asc", ["Cooking sidebar", "Travel tool", "Gardening answers"]],
    ["rate_desc", ["Gardening answers", "Travel tool", "Cooking sidebar"]],
    ["newest", ["Travel tool", "Gardening answers", "Cooking sidebar"]],
  ])("sorted by %s", async (sort, expected) => {
    expect(await titles({ sort })).toEqual(expected);
  });

  test("named placements are found among those that can be booked", async () => {
    const [first, , third] = (await search()).items;
    const ids = [first?.placementId, third?.placementId];
    const found = await search({ placementIds: [...ids, "plc_01k9zq3v5te7kbn8w2r4c6d8fg"] });
    expect(found.items.map(({ placementId }) => placementId)).toEqual(ids);
    expect(await titles({ placementIds: ids, q: "train" })).toEqual(["Travel tool"]);
  });

  test("a publisher's inventory can be asked for", async () => {
    expect(await titles({ publisherId: publisher.agentId })).toEqual([
      "Gardening answers",
      "Cooking sidebar",
    ]);
  });

  test("each result says what a booking needs", async () => {
    const { items } = await search({ adUnitType: "cpm" });
    expect(items[0]).toMatchObject({ rateCredits: 400, minBudgetCredits: 400, floorCredits: 200 });
  });

  test.each(["relevance", "rate_asc"])("pages by %s show each once", async (sort) => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let turn = 0; turn < 5 && cursor !== null; turn += 1) {
      const found = await search({ sort, limit: 1, ...(cursor ? { cursor } : {}) });
      seen.push(...found.items.map(({ title }) => title));
      cursor = found.nextCursor;
    }
    expect(seen.toSorted()).toEqual(["Cooking sidebar", "Gardening answers", "Travel tool"]);
  });
});

describe("rejects bad input", () => {
  test.each(["'", '"', "a & | !", "((", "%", "cooking:*", "\\"])(
    "words like %j harm nothing",
    async (q) => {
      expect((await market.call("search_placements", { q })).status).toBe(200);
    },
  );
});
