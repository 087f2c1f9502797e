/**
 * A value of an answer that later steps need: `$PLACEMENT_ID` is what stands at `.placementId`. A
 * name that ends with `_CREDITS` stands for a number, every other for a text.
 */
interface Kept {
  readonly name: string;
  /** In the notation of jq. */
  readonly path: string;
}

/** One step of a recipe: what it is for, the request, and what to keep of the answer. */
export interface RecipeStep {
  readonly say: string;
  readonly request: ToolRequest | PlainRequest;
  readonly keep?: readonly Kept[];
  /** What the answer shows when all went well. */
  readonly expect?: string;
  /** The same for programs: what stands at a path of the answer. */
  readonly check?: Readonly<Record<string, string | number | boolean>>;
}

export interface ToolRequest {
  readonly tool: string;
  /** The variable that holds the caller's key; none for public tools. */
  readonly key?: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface PlainRequest {
  readonly method: "GET" | "POST";
  /** As the OpenAPI document writes it; what is not in the path goes into the query. */
  readonly path: string;
  readonly operationId: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Recipe {
  /** Its name for programs. */
  readonly id: string;
  /** The recipe whose placement, booking or keys it builds on. */
  readonly after?: string;
  readonly title: string;
  readonly intro: string;
  readonly steps: readonly RecipeStep[];
}

const sell: Recipe = {
  id: "sell",
  title: "Sell: list a placement",
  intro: "A publisher offers a place in its chat. Each placement sells one ad unit type.",
  steps: [
    {
      say: "Register as a publisher. The key is shown only in this answer.",
      request: register("Acme Chat", "publisher"),
      keep: [{ name: "PUBLISHER_KEY", path: ".apiKey" }],
    },
    {
      say: "List a chat sidebar at 500 credits for 1,000 impressions; the floor for cpm is 200.",
      request: call(
        "list_placement",
        {
          title: "Sidebar of a cooking chat",
          description: "Beside recipes and kitchen questions, US readers.",
          kind: "chat_sidebar",
          adUnitType: "cpm",
          rateCredits: 500,
        },
        "PUBLISHER_KEY",
      ),
      keep: [{ name: "PLACEMENT_ID", path: ".placementId" }],
      expect: "`status` is `active`; once `reviewStatus` is `approved` it can be booked.",
      check: { ".status": "active" },
    },
  ],
};

const buy: Recipe = {
  id: "buy",
  after: "sell",
  title: "Buy: book a campaign",
  intro: "An advertiser fills its wallet, chooses a placement and holds a budget in escrow.",
  steps: [
    {
      say: "Register as an advertiser. One agent cannot be on both sides of a booking.",
      request: register("Iron Pans", "advertiser"),
      keep: [{ name: "ADVERTISER_KEY", path: ".apiKey" }],
    },
    {
      say: "Order a pack of credits: 1,000 credits for $10.",
      request: call("buy_credits", { packId: "starter" }, "ADVERTISER_KEY"),
      keep: [{ name: "ORDER_ID", path: ".orderId" }],
      expect: "`checkoutUrl` is where a human pays.",
    },
    {
      say:
        "Give `checkoutUrl` to a human, who opens it and pays. On a sandbox exchange no money " +
        "moves and you can press its button yourself:",
      request: payOrder("$ORDER_ID"),
      expect: "`status` is `paid`.",
      check: { ".status": "paid" },
    },
    {
      say: "Find a placement. This takes the newest chat sidebar that sells impressions.",
      request: findSidebar(),
      keep: [{ name: "PLACEMENT_ID", path: ".items[0].placementId" }],
      expect: "`rateCredits` and `minBudgetCredits` say what it costs.",
    },
    {
      say: "Book it. The budget moves from your available balance into escrow; the rate is frozen.",
      request: bookImpressions("ADVERTISER_KEY", {
        placementId: "$PLACEMENT_ID",
        creativeText: "Cast-iron pans that last a lifetime. Free returns for 60 days.",
        creativeUrl: "https://shop.example.com/pans?click={click_id}",
      }),
      keep: [{ name: "CAMPAIGN_ID", path: ".campaignId" }],
      expect: "`status` is `active`.",
      check: { ".status": "active", ".budgetCredits": 1000 },
    },
  ],
};

const deliver: Recipe = {
  id: "deliver",
  after: "buy",
  title: "Deliver, report, settle, cash out",
  intro: "The publisher shows the ad and reports it; each report is paid from the escrow at once.",
  steps: [
    {
      say: "As the publisher, see what was booked on your placements.",
      request: call("list_campaigns", { role: "publisher", status: "active" }, "PUBLISHER_KEY"),
      keep: [{ name: "CAMPAIGN_ID", path: ".items[0].campaignId" }],
    },
    {
      say:
        "In a turn where you will show it, pull the creative. Show `offer` together with " +
        "`disclosure`, and link only to `offer.clickUrl`.",
      request: call(
        "deliver_ad",
        { campaignId: "$CAMPAIGN_ID", sessionKey: "session-1", turnId: "turn-1" },
        "PUBLISHER_KEY",
      ),
      keep: [{ name: "DELIVERY_ID", path: ".deliveryId" }],
      expect: "`filled` is `true`. When it is `false`, continue without an ad.",
      check: { ".filled": true },
    },
    {
      say: "Report that it was seen, here 1,800 times in one batch.",
      request: call(
        "report_impression",
        { campaignId: "$CAMPAIGN_ID", deliveryId: "$DELIVERY_ID", count: 1800 },
        "PUBLISHER_KEY",
      ),
      expect:
        "`chargedCredits` is 900 (1,800 impressions at 500 for 1,000); `earnedCredits` is that " +
        "without the fee. When something was not charged, `reason` says why.",
      check: { ".billable": true, ".counted": 1800, ".chargedCredits": 900 },
    },
    {
      say: "As the advertiser, look at the campaign.",
      request: call("get_campaign", { campaignId: "$CAMPAIGN_ID" }, "ADVERTISER_KEY"),
      expect: "`spentCredits` is 900, `remainingCredits` is 100.",
      check: { ".spentCredits": 900, ".remainingCredits": 100 },
    },
    {
      say:
        "Confirm what was delivered, so that the publisher's earnings mature now instead of " +
        "after days. With `final: true` the campaign also ends and the rest returns to you.",
      request: call("confirm_delivery", { campaignId: "$CAMPAIGN_ID" }, "ADVERTISER_KEY"),
      expect: "`maturedCredits` is what the publisher earned.",
    },
    {
      say: "As the publisher, see the money.",
      request: call("whoami", {}, "PUBLISHER_KEY"),
      expect: "`balance.earnedCredits` is what was confirmed.",
    },
    {
      say:
        "At 500 credits or more, cash out. A sandbox exchange moves no bitcoin and completes it " +
        "within seconds.",
      request: call(
        "request_cashout",
        { amountCredits: 500, btcAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
        "PUBLISHER_KEY",
      ),
      expect: "list_cashouts shows how far it is.",
      check: { ".amountCredits": 500 },
    },
    {
      say: "Both sides can read every movement of their money.",
      request: call("wallet", { limit: 5 }, "ADVERTISER_KEY"),
    },
  ],
};

const platform: Recipe = {
  id: "platform",
  after: "sell",
  title: "Book for a brand of the catalogue",
  intro:
    "Platform demand: a campaign for a brand of the public catalogue, at no more than the brand " +
    "pays. Every advertiser can book this way; the operator's own agent also sends the row's " +
    "`brandId`, and the exchange then holds the rate to the brand's `maxRateCredits`.",
  steps: [
    {
      say: "Fund as an advertiser: register,",
      request: register("Brand Desk", "advertiser"),
      keep: [{ name: "BUYER_KEY", path: ".apiKey" }],
    },
    {
      say: "order a pack,",
      request: call("buy_credits", { packId: "starter" }, "BUYER_KEY"),
      keep: [{ name: "BUYER_ORDER_ID", path: ".orderId" }],
    },
    {
      say: "and have it paid.",
      request: payOrder("$BUYER_ORDER_ID"),
      check: { ".status": "paid" },
    },
    {
      say:
        "Choose a brand that pays what placements cost; here the first of the list. " +
        "`GET /api/public/brands` shows the same rows.",
      request: call("search_affiliate_offers", { limit: 5 }),
      keep: [
        { name: "MAX_RATE_CREDITS", path: ".items[0].maxRateCredits" },
        { name: "DEEP_LINK", path: ".items[0].deepLink" },
      ],
      expect: "`maxRateCredits` is what a placement may cost; not every row has a `deepLink`.",
    },
    {
      say: "Find a chat sidebar that costs no more.",
      request: findSidebar({ maxRateCredits: "$MAX_RATE_CREDITS" }),
      keep: [{ name: "SIDEBAR_ID", path: ".items[0].placementId" }],
    },
    {
      say: "Book it, and land clicks on the brand's deep link.",
      request: bookImpressions("BUYER_KEY", {
        placementId: "$SIDEBAR_ID",
        creativeText: "Made to last, with free returns.",
        creativeUrl: "$DEEP_LINK",
      }),
      check: { ".status": "active" },
    },
  ],
};

const products: Recipe = {
  id: "products",
  title: "Show shop products in a chat",
  intro:
    "When a turn shows shopping intent, search the product feed. Searching costs and pays nothing.",
  steps: [
    {
      say:
        "Search with the reader's words, and wait at most about 800 ms. Prices, sales and stock " +
        "in the words are understood.",
      request: call("search_shopfeed_products", {
        query: "running shoes under 80 dollars",
        limit: 6,
      }),
      expect:
        "With `status` `ok`, show image, price and disclosure of each item and link only to its " +
        "`clickUrl`. With `empty` or `feed_pending`, or when you ran out of time, show nothing " +
        "and go on. Never invent a product or a link.",
    },
    {
      say: "The same without a tool call, for a page:",
      request: {
        method: "GET",
        path: "/api/public/shopfeed-products",
        operationId: "searchProducts",
        values: { q: "running shoes", limit: 6 },
      },
    },
  ],
};

/** In this order they lead from nothing to a campaign that was delivered and settled. */
export const RECIPES: readonly Recipe[] = [sell, buy, deliver, platform, products];

/** `key` is the variable that holds the caller's key; none for public tools. */
function call(tool: string, args: ToolRequest["arguments"], key?: string): ToolRequest {
  return { tool, arguments: args, ...(key === undefined ? {} : { key }) };
}

function register(displayName: string, role: string): ToolRequest {
  return call("register", { provider: displayName, displayName, role });
}

function findSidebar(more: object = {}): ToolRequest {
  const sold = { kind: "chat_sidebar", adUnitType: "cpm" };
  return call("search_placements", { ...sold, ...more, sort: "newest", limit: 5 });
}

function bookImpressions(
  key: string,
  { placementId, ...creative }: Record<"placementId" | "creativeText" | "creativeUrl", string>,
): ToolRequest {
  const booking = { placementId, adUnitType: "cpm", budgetCredits: 1000, ...creative };
  return call("create_campaign", booking, key);
}

/** What the button of the sandbox's checkout does. */
function payOrder(orderId: string): PlainRequest {
  const path = "/checkout/{orderId}/pay";
  return { method: "POST", path, operationId: "payCheckout", values: { orderId } };
}
