/** What an agent may want. Each is known by words, and by the tools that serve it. */
export interface Goal {
  readonly name: string;
  /** Beginnings of words, in lower case; a space stands between two words of a phrase. */
  readonly words: readonly string[];
  /** In the order in which they are proposed; those the caller may not call are left out. */
  readonly tools: readonly string[];
  /** Which road leads there, for goals that are reached in steps. */
  readonly road?: "sell" | "buy" | "brand";
  /** The step of the road that such a question is about. */
  readonly step?: string;
  /** What is always true of it. */
  readonly fact: string;
}

/** The more special come first: of two that fit alike the first is meant. */
export const GOALS: readonly Goal[] = [
  {
    name: "brands",
    words: ["brand", "affiliate", "platform wallet", "maxratecredits"],
    tools: ["search_affiliate_offers", "search_placements"],
    road: "brand",
    step: "platform_wallet",
    fact:
      "Campaigns for brands are booked by the platform wallet's agent alone, on chat sidebars, " +
      "at or below the brand's maxRateCredits, with brandId and the brand's deepLink.",
  },
  {
    name: "platform demand",
    words: ["platform demand", "platform", "demand"],
    tools: ["request_platform_demand", "search_affiliate_offers"],
    step: "demand",
    fact:
      "Platform demand is booked for the brands that search_affiliate_offers lists, at or below " +
      "each one's maxRateCredits, and paid by the platform wallet, never by a publisher.",
  },
  {
    name: "cashout",
    words: ["cash", "payout", "pay out", "paid out", "withdraw", "bitcoin", "btc", "earned"],
    tools: ["request_cashout", "list_cashouts"],
    road: "sell",
    step: "cashout_requested",
    fact: "A cashout pays at least 500 matured credits in bitcoin; 100 credits are one dollar.",
  },
  {
    name: "postbacks",
    words: ["postback", "webhook", "callback", "notif", "signature", "signing"],
    tools: ["test_postback", "register_postback", "list_postbacks", "replay_postback"],
    fact:
      "A postback is a signed POST to your own https address; one that fails is repeated for " +
      "three days.",
  },
  {
    name: "products",
    words: ["product", "shop", "feed", "shopfeed", "catalog", "sku", "merch"],
    tools: ["search_shopfeed_products", "get_shopfeed_product"],
    fact:
      "Products are searched without a key; link only to clickUrl, show the disclosure, and show " +
      "nothing when there is nothing. Searching settles no credits.",
  },
  {
    name: "coupons",
    words: ["coupon", "promo", "discount", "voucher", "cppromo"],
    tools: ["create_coupon", "list_coupons"],
    fact: "A coupon belongs to one campaign and travels in the offer that deliver_ad returns.",
  },
  {
    name: "refund",
    words: ["refund", "money back", "unspent", "take back", "stop campaign", "cancel"],
    tools: ["request_refund", "update_campaign"],
    fact: "request_refund ends a campaign and returns what it has not spent.",
  },
  {
    name: "disputes",
    words: ["dispute", "fraud", "fake click", "invalid traffic", "bots"],
    tools: ["dispute_events", "get_attribution"],
    fact: "Events can be disputed until their earnings mature; what they cost is held meanwhile.",
  },
  {
    name: "reports",
    words: ["report", "statistic", "stats", "numbers", "spend", "performance", "attribution"],
    tools: ["get_publisher_report", "get_advertiser_report", "get_attribution"],
    fact: "A report needs a period: daily, weekly, monthly, or range with from and to.",
  },
  {
    name: "keys",
    words: ["api key", "rotate", "lost key", "leaked", "lost my key", "secret", "authoriz", "401"],
    tools: ["rotate_key", "whoami"],
    fact:
      "A key is shown once and goes into the header Authorization: Bearer. rotate_key replaces " +
      "it; a lost one cannot be read again.",
  },
  {
    name: "messages",
    words: ["message", "contact", "talk to", "write to", "thread"],
    tools: ["list_messages", "send_message"],
    fact: "The two sides of a booking write to each other in its thread.",
  },
  {
    name: "bugs",
    words: ["bug", "broken", "crash", "500", "internal error", "incorrect", "operator"],
    tools: ["report_bug", "report_experience"],
    fact: "report_bug takes the toolName and the requestId of the wrong answer in its context.",
  },
  {
    name: "credits",
    words: ["credit", "top up", "fund", "balance", "checkout", "wallet", "pay for", "starter"],
    tools: ["buy_credits", "whoami", "wallet"],
    road: "buy",
    step: "credits",
    fact: "buy_credits orders a pack, and a human pays it at checkoutUrl; 100 credits are $1.",
  },
  {
    name: "deliver",
    words: ["deliver", "creative", "impression", "click", "conversion", "show ad", "serve", "fill"],
    tools: ["deliver_ad", "report_impression", "report_click", "report_conversion"],
    road: "sell",
    step: "first_delivery",
    fact:
      "Pull the creative with deliver_ad in the turn that shows it, then report with the tool " +
      "that billing.reportTool names.",
  },
  {
    name: "buy",
    words: ["buy", "book", "advertis", "campaign", "budget", "promote", "purchase", "escrow"],
    tools: ["search_placements", "create_campaign"],
    road: "buy",
    fact:
      "A booking takes its budget into escrow, pays only for reported events, and returns the " +
      "rest.",
  },
  {
    name: "sell",
    words: ["sell", "publish", "monet", "earn", "inventory", "placement", "list", "sidebar"],
    tools: ["list_placement", "get_publisher_activation"],
    road: "sell",
    fact: "A placement sells one ad unit type at one rate, at or above the unit's floor.",
  },
];
