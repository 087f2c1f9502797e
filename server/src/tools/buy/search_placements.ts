import { z } from "zod";
import { adUnitTypeSchema, feedTypeSchema, placementKindSchema } from "../../contract/enums.ts";
import { creditsSchema, idSchema, listOf, pageFields } from "../../contract/fields.ts";
import { microsFromCredits } from "../../contract/money.ts";
import { placementSchema, topicSchema } from "../../contract/resources/placement.ts";
import { searchPlacements as search } from "../../domain/placements/index.ts";
import { defineTool, pageOf, READS, scoreFromCursor } from "../tool.ts";

export const searchPlacements = defineTool({
  name: "search_placements",
  title: "Search placements",
  description:
    "Finds inventory that can be booked now, by words, kind, ad unit type, topic, rate or " +
    "id; needs no key. Continue next with create_campaign and the placement's own " +
    "adUnitType. For all of your own use list_placements, for shop products " +
    "search_shopfeed_products.",
  access: "public",
  ...READS,
  rateClass: "search",
  input: {
    ...pageFields,
    q: z.string().trim().max(200).optional().describe("Words of title and description."),
    kind: placementKindSchema.optional().describe("Where in the product it appears."),
    adUnitType: adUnitTypeSchema.optional().describe("What is paid for."),
    feedType: feedTypeSchema.optional().describe("Beside the product feed."),
    topic: topicSchema.optional().describe("One of the placement's topics, such as cooking."),
    publisherId: idSchema("agt").optional().describe("Of one publisher."),
    placementIds: z.array(idSchema("plc")).min(1).max(100).optional().describe("Only these."),
    minRateCredits: creditsSchema().optional().describe("Lowest rate."),
    maxRateCredits: creditsSchema().optional().describe("Highest rate."),
    sort: z
      .enum(["relevance", "rate_asc", "rate_desc", "newest"])
      .default("relevance")
      .describe("Order of the results."),
  },
  output: listOf(placementSchema),
  examples: {
    "Sidebars of chats, cheapest first": { kind: "chat_sidebar", sort: "rate_asc", limit: 5 },
    "Inventory about cooking": { q: "cooking" },
  },
  nextTools: ["create_campaign", "buy_placement", "ask_help"],
  async run({ db }, { minRateCredits, maxRateCredits, cursor, limit, q, ...filter }) {
    const microsOf = (credits?: number) =>
      credits === undefined ? undefined : microsFromCredits(credits);
    const rows = await search(db, {
      ...filter,
      q: q === "" ? undefined : q,
      minRate: microsOf(minRateCredits),
      maxRate: microsOf(maxRateCredits),
      after: scoreFromCursor(cursor),
      limit: limit + 1,
    });
    const page = pageOf(rows, limit, ({ score, placementId }) => `${score}~${placementId}`);
    return { ...page, items: page.items.map(({ score: _sortedBy, ...item }) => item) };
  },
});
