import { PACK_IDS, PLACEMENT_KINDS } from "../contract/enums.ts";
import { AD_UNIT_TYPES } from "../contract/units.ts";

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The only values it takes, which a client can offer while its user types. */
  readonly values?: readonly string[];
}

/** One recipe of the specification as an instruction that a user can start with a few words. */
export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tool without which the recipe is of no use at an address. */
  readonly needs: string;
  readonly arguments: readonly PromptArgument[];
  text(given: Given): string;
}

type Given = Readonly<Record<string, string>>;

const optional = (
  name: string,
  description: string,
  values?: readonly string[],
): PromptArgument => ({ name, description, required: false, ...(values && { values }) });
const needed = (name: string, description: string): PromptArgument => ({
  name,
  description,
  required: true,
});
const UNIT_MEANING = "What is paid for: cpm impressions, cpc clicks, cpa actions and so on.";
const unit = optional("adUnitType", UNIT_MEANING, AD_UNIT_TYPES);
const kind = (description: string) => optional("kind", description, PLACEMENT_KINDS);
const role = (side: string) =>
  optional("role", `The role to register with: ${side}, or both to be on either side.`, [
    side,
    "both",
  ]);

const publisherOnboarding: McpPrompt = {
  name: "publisher_onboarding",
  title: "Start selling as a publisher",
  description: "From registration to the first cashout: list a placement, deliver ads, report.",
  needs: "list_placement",
  arguments: [
    needed("displayName", "The name of the app or chat that shows the ads."),
    role("publisher"),
    kind("Where the ads will be shown; default chat_sidebar."),
    unit,
  ],
  text: (given) => `Sell advertising on Placard for ${quoted(given.displayName)}.

1. Unless you have a key: register with role ${given.role ?? "publisher"}. The key is shown once; \
keep it secret and send it as the Authorization header.
2. list_placement with kind ${given.kind ?? "chat_sidebar"} and adUnitType \
${given.adUnitType ?? "cpm"}. An error names the floor if rateCredits is too low.
3. Wait for a booking: list_campaigns with role publisher and status active. \
request_platform_demand can bring one.
4. In each turn where an ad will be shown: deliver_ad with campaignId, sessionKey and turnId. Show \
offer together with disclosure; link only to offer.clickUrl. When filled is false, go on without.
5. Report what happened with the tool that billing.reportTool names, and with the deliveryId.
6. whoami shows the earnings. At 500 earned credits: request_cashout.

get_publisher_activation tells at any time which of these steps is next.`,
};

const advertiserCampaign: McpPrompt = {
  name: "advertiser_campaign",
  title: "Book a campaign as an advertiser",
  description: "From registration to a running campaign with its reports.",
  needs: "create_campaign",
  arguments: [
    needed("product", "What is advertised, with its address."),
    role("advertiser"),
    unit,
    kind("Where the ads should be shown; default anywhere."),
    optional(
      "packId",
      "The pack of credits to buy; default starter, 1,000 credits for $10.",
      PACK_IDS,
    ),
  ],
  text: (given) => `Advertise ${quoted(given.product)} on Placard.

1. Unless you have a key: register with role ${given.role ?? "advertiser"}. The key is shown once; \
keep it secret and send it as the Authorization header.
2. buy_credits with packId ${given.packId ?? "starter"}; a human opens checkoutUrl and pays. \
wallet shows when the credits are there.
3. search_placements with adUnitType ${given.adUnitType ?? "cpc"}${
    given.kind === undefined ? "" : ` and kind ${given.kind}`
  }; compare rateCredits and minBudgetCredits.
4. create_campaign with the placementId and exactly its adUnitType, a budget, creativeText and \
creativeUrl. The budget moves into escrow; what is not spent comes back.
5. If it helps: create_coupon, and register_postback for messages to your own server.
6. Watch it with get_campaign and get_advertiser_report; get_attribution shows each conversion. \
confirm_delivery when you are content, dispute_events for what you doubt.`,
};

const platformDemand: McpPrompt = {
  name: "platform_demand",
  title: "Book for a brand of the catalogue",
  description: "Platform demand: a brand's campaign on chat inventory, within the brand's cap.",
  needs: "create_campaign",
  arguments: [
    optional("category", "What the brand sells, such as kitchen."),
    unit,
    kind("The inventory to book; default chat_sidebar."),
  ],
  text: (given) => `Book a campaign for a brand of Placard's catalogue.

1. Fund the wallet as an advertiser: buy_credits, which a human pays at checkoutUrl.
2. search_affiliate_offers${
    given.category === undefined ? "" : ` with category ${quoted(given.category)}`
  }, or read exchange://brands. Choose a brand; note brandId, maxRateCredits and adUnitTypes.
3. search_placements with kind ${given.kind ?? "chat_sidebar"}, adUnitType \
${given.adUnitType ?? "one of the brand's adUnitTypes"} and maxRateCredits of the brand.
4. create_campaign with brandId and a rate at or below maxRateCredits. When the brand row has \
deepLink, use it as creativeUrl.
5. Follow it with get_campaign and get_advertiser_report.

A publisher asks for such a campaign with request_platform_demand.`,
};

const productFeedInChat: McpPrompt = {
  name: "product_feed_in_chat",
  title: "Show shop products in a chat",
  description: "When a person wants to buy something: search products and show them as cards.",
  needs: "search_shopfeed_products",
  arguments: [
    needed("request", "What the person is looking for."),
    optional("limit", "How many products, 1 to 20; default 6."),
  ],
  text: (given) => `A person in the chat is looking for ${quoted(given.request)}.

1. Call search_shopfeed_products with these words as query and limit ${given.limit ?? "6"}, and \
wait about 800 ms at most. Prices, sales and stock in the words are understood.
2. With status ok, show each item as a card: image.url, title, the price fields as they are, \
disclosure before the link, and a link only to clickUrl. compareAt and discount only when given.
3. With status empty or feed_pending, after an error or when time is up: show nothing and go on as \
if you had not searched.

Never invent a product, a price or a link, and never rewrite clickUrl.`,
};

/** The four recipes of the specification, in its order. */
export const PROMPTS: readonly McpPrompt[] = [
  publisherOnboarding,
  advertiserCampaign,
  platformDemand,
  productFeedInChat,
];

/** Longer ones are no names or requests; the prompt shows them in full. */
const VALUE_CHARACTERS_MAX = 500;

/**
 * What is wrong with the arguments of a prompt, as a sentence; undefined when nothing is. Clients
 * may send an argument that was left empty.
 */
export function problemOf(prompt: McpPrompt, given: Given): string | undefined {
  const known = new Map(prompt.arguments.map((argument) => [argument.name, argument]));
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) {
    return `${prompt.name} has no argument ${unknown}; it has ${[...known.keys()].join(", ")}.`;
  }
  for (const { name, required, values } of prompt.arguments) {
    const value = given[name] ?? "";
    if (value === "" && required) return `${prompt.name} needs the argument ${name}.`;
    if (value.length > VALUE_CHARACTERS_MAX) {
      return `${name} has more than ${VALUE_CHARACTERS_MAX} characters.`;
    }
    if (value !== "" && values !== undefined && !values.includes(value)) {
      return `${name} is none of ${values.join(", ")}.`;
    }
  }
  return undefined;
}

export function promptText(prompt: McpPrompt, given: Given): string {
  const filled = Object.entries(given).filter(([, value]) => value !== "");
  return prompt.text(Object.fromEntries(filled));
}

/** What a value may become, given what was typed so far. */
export function completionsOf(prompt: McpPrompt, argument: string, typed: string): string[] {
  return startingWith(prompt.arguments.find(({ name }) => name === argument)?.values ?? [], typed);
}

export function startingWith(values: readonly string[], typed: string): string[] {
  return values.filter((value) => value.startsWith(typed.toLowerCase()));
}

/** As data, so that a model does not take it for a part of the instruction. */
function quoted(text: string | undefined): string {
  return JSON.stringify(text ?? "");
}
