import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "../../server/src/contract/errors.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";
import { CLIENTS, type Completion, type McpFeatures } from "./clients.ts";
import { TOUR_PRODUCT } from "./tour.ts";

let world: TestExchange;
beforeAll(async () => {
  world = await startExchange();
  await world.loadProducts("features", [TOUR_PRODUCT]);
});
afterAll(() => world.close());

const PROMPTS = [
  "publisher_onboarding",
  "advertiser_campaign",
  "platform_demand",
  "product_feed_in_chat",
];

describe.each(CLIENTS)("$name", (kind) => {
  const at = async <Result>(path: string, use: (features: McpFeatures) => Promise<Result>) => {
    const connection = await kind.connect(`${world.baseUrl}/mcp${path}`);
    return use(connection.features).finally(() => connection.close());
  };
  const namesOf = (list: { prompts: object[] }) => list.prompts.map((one) => Object(one).name);
  const textOf = async (uri: string) => {
    const { contents } = Object(await at("", (features) => features.readResource({ uri })));
    expect(contents).toHaveLength(1);
    expect(contents[0].uri).toBe(uri);
    return String(contents[0].text);
  };

  test("finds a prompt for each recipe, at the addresses that can follow it", async () => {
    const all = await at("", (features) => features.listPrompts());
    expect(namesOf(all)).toEqual(PROMPTS);
    for (const prompt of all.prompts) {
      expect(prompt).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        arguments: expect.arrayContaining([
          {
            name: expect.any(String),
            description: expect.any(String),
            required: expect.any(Boolean),
          },
        ]),
      });
    }
    const selling = await at("/sell", (features) => features.listPrompts());
    expect(namesOf(selling)).toEqual(["publisher_onboarding", "product_feed_in_chat"]);
    const feed = await at("/feed", (features) => features.listPrompts());
    expect(namesOf(feed)).toEqual(["product_feed_in_chat"]);
  });

  test("gets a prompt that names the tools in order and quotes what was given", async () => {
    const args = { displayName: 'Chat "One"', adUnitType: "cpc", kind: "", role: "both" };
    const prompt = await at("", (features) =>
      features.getPrompt({ name: "publisher_onboarding", arguments: args }),
    );
    const { messages } = Object(prompt);
    expect(messages).toHaveLength(1);
    const { text } = messages[0].content;
    expect(text).toContain('Chat \\"One\\"');
    expect(text).toContain("adUnitType cpc");
    expect(text).toContain("kind chat_sidebar");
    const tools = ["register", "list_placement", "deliver_ad", "request_cashout"];
    const places = tools.map((tool) => text.indexOf(tool));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places).not.toContain(-1);
  });

  test.each([
    ["of an unknown name", { name: "nothing" }],
    ["without what it needs", { name: "advertiser_campaign" }],
    ["with an argument it has not", { name: "platform_demand", arguments: { colour: "red" } }],
    ["with no such value", { name: "platform_demand", arguments: { adUnitType: "cpx" } }],
  ])("is told -32602 about a prompt %s", async (_what, params) => {
    const asked = at("", (features) => features.getPrompt(params));
    await expect(asked).rejects.toMatchObject({ code: -32602 });
  });

  test("reads the documents and the brands word for word as HTTP gives them", async () => {
    const listed = await at("", (features) => features.listResources());
    const uris = ["exchange://docs/llms-full", "exchange://openapi", "exchange://brands"];
    expect(listed.resources.map(({ uri }) => uri)).toEqual(uris);
    const paths = ["/llms-full.txt", "/openapi.json", "/api/public/brands?limit=100"];
    for (const [index, uri] of uris.entries()) {
      const published = await fetch(`${world.baseUrl}${paths[index]}`);
      expect(await textOf(uri)).toBe(await published.text());
    }
  });

  test("reads every error code and a product by its address", async () => {
    const { resourceTemplates } = await at("", (features) => features.listResourceTemplates());
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "exchange://errors/{code}",
      "exchange://shopfeed-products/{id}",
    ]);
    expect(JSON.parse(await textOf("exchange://errors/rate_below_floor"))).toEqual({
      code: "rate_below_floor",
      ...ERRORS.rate_below_floor,
      docUrl: `${world.baseUrl}/docs/errors#rate_below_floor`,
    });
    const product = JSON.parse(await textOf(`exchange://shopfeed-products/${TOUR_PRODUCT.id}`));
    const { body } = await world.call("get_shopfeed_product", { id: TOUR_PRODUCT.id });
    expect(product).toEqual(body);
  });

  test.each([
    "exchange://nothing",
    "exchange://errors/nothing",
    "exchange://errors/toString",
    "exchange://shopfeed-products/nothing",
    "exchange://shopfeed-products/%",
    "exchange://shopfeed-products/",
    "file:///etc/passwd",
  ])("is told -32602 and the address when there is nothing at %s", async (uri) => {
    const asked = at("", (features) => features.readResource({ uri }));
    await expect(asked).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  test("completes enums, error codes and the words of a product", async () => {
    const values = async (params: Completion) =>
      (await at("", (features) => features.complete(params))).completion.values;
    const prompt = { type: "ref/prompt", name: "advertiser_campaign" } as const;
    expect(await values({ ref: prompt, argument: { name: "adUnitType", value: "cpp" } })).toEqual([
      "cppromo",
    ]);
    expect(await values({ ref: prompt, argument: { name: "role", value: "" } })).toEqual([
      "advertiser",
      "both",
    ]);
    expect(await values({ ref: prompt, argument: { name: "product", value: "p" } })).toEqual([]);
    const error = { type: "ref/resource", uri: "exchange://errors/{code}" } as const;
    expect(await values({ ref: error, argument: { name: "code", value: "Rate_" } })).toEqual([
      "rate_below_floor",
      "rate_above_brand_cap",
      "rate_limited",
    ]);
    const product = { type: "ref/resource", uri: "exchange://shopfeed-products/{id}" } as const;
    expect(await values({ ref: product, argument: { name: "id", value: "kettle" } })).toEqual([
      TOUR_PRODUCT.id,
    ]);
  });
});
