import { expect, test } from "vitest";
import type { z } from "zod";
import { idFromUuid, uuidFromId } from "../../server/src/contract/ids.ts";
import { helpSchema } from "../../server/src/contract/resources/agent.ts";
import { suspendAgent } from "../../server/src/domain/identity/index.ts";
import { CATALOGUE } from "../../server/src/tools/catalogue.ts";
import { DAY_MS, setUpMarket } from "../integration/tools/market.ts";
import {
  bookCampaign,
  deliverOnce,
  fundAgent,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../setup/agents.ts";

const market = setUpMarket({ env: { POSTBACK_ALLOW_HOSTS: "hooks.example.com" } });

/** What a caller puts in for the fields that the help leaves to it. */
const OWN: Readonly<Record<string, unknown>> = {
  agentInstructions: "Mention the code.",
  body: "When do you start?",
  btcAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  comment: "It works.",
  count: 1,
  conversionType: "cpa",
  couponCode: "SAVE10",
  creativeText: "Carbon-steel pans, forged in Kent.",
  creativeUrl: "https://shop.example.com/pans",
  description: "It does not answer.",
  discountValue: 10,
  id: "kettle-1",
  question: "What now?",
  rateCredits: 900,
  rating: 4,
  reason: "These readers do not exist.",
  title: "A title",
  url: "http://hooks.example.com/placard",
};
const TOPICS = ["What now?", "sell", "buy", "cashout", "products", "brands"];
const ABOUT_TOOLS = CATALOGUE.filter(({ name }) => name !== "ask_help").map(
  ({ name }) => `How does ${name} work?`,
);
/** Each state asks about every third tool, so that four states or more ask about each. */
const STATES_TO_A_TOOL = 3;
let states = 0;

type NextStep = z.infer<typeof helpSchema>["nextSteps"][number];

/** Makes every call that the help calls ready, one after the other. **Shape** what failed. */
async function walk(by: TestAgent, state: string): Promise<string[]> {
  const failed: string[] = [];
  const asked = new Set<string>();
  let { key } = by;
  states += 1;
  const tools = ABOUT_TOOLS.filter((_, at) => at % STATES_TO_A_TOOL === states % STATES_TO_A_TOOL);
  const take = async ({ tool, arguments: args, yours = [] }: NextStep, question: string) => {
    const own: Record<string, unknown> = {};
    for (const field of yours) own[field] = args[field] ?? (await ownOf(field, args, key));
    const answer = await market.call(tool, { ...args, ...own }, key);
    if (answer.isError) failed.push(`${state}: ${question} ${tool} ${answer.text.slice(0, 300)}`);
    if (tool === "rotate_key" && !answer.isError) key = Object(answer.body).apiKey;
    asked.add(tool);
  };
  for (const question of [...TOPICS, ...tools]) {
    const help = await resultOf(market.call("ask_help", { question }, key), helpSchema);
    for (const step of help.nextSteps) {
      if (step.status === "ready" && !["rotate_key", "register"].includes(step.tool)) {
        await take(step, question);
        // The state has changed: the other steps belong to the state before.
        break;
      }
    }
  }
  expect(asked.size, state).toBeGreaterThan(5);
  return failed;
}

async function ownOf(field: string, args: object, key: string): Promise<unknown> {
  if (field === "prefix") return spareKey(key);
  if (field === "eventIds") return (await undisputed(Object(args).campaignId)).slice(0, 1);
  const own = OWN[field];
  expect(own, `a value for ${field} of ${JSON.stringify(args)}`).toBeDefined();
  return own;
}

/** The prefix of another key of the caller, which it can revoke. */
async function spareKey(key: string): Promise<string> {
  await market.call("create_key", { scope: "read" }, key);
  const { body } = await market.call("list_keys", {}, key);
  const prefixes = Object(body).items.map((one: object) => Object(one).prefix);
  return prefixes.find((prefix: string) => !key.startsWith(prefix));
}

/** Events that the caller has not disputed before. */
async function undisputed(campaignId: string): Promise<string[]> {
  const rows = await market.sql(
    `select e.id
      from event e
      where e.campaign_id = $1 and e.charged > 0 and not exists (
        select from disputed_event d
        where d.campaign_id = e.campaign_id and d.event_id = e.id
      )
      order by e.id desc`,
    [uuidFromId(campaignId)],
  );
  return rows.map(({ id }) => idFromUuid("evt", String(id)));
}

test("no call that the help calls ready fails, whatever the caller has done", async () => {
  await market.loadProducts("kettles", [
    {
      id: "kettle-1",
      title: "Steel kettle",
      price: 29.9,
      currency: "USD",
      imageUrl: "https://pictures.example.com/kettle.jpg",
      link: "https://shop.example.com/kettle",
    },
  ]);
  const failed: string[] = [];
  const seller = await registerAgent(market.call, "publisher");
  const buyer = await registerAgent(market.call, "advertiser");
  failed.push(...(await walk(await registerAgent(market.call, "publisher"), "new publisher")));
  failed.push(...(await walk(await registerAgent(market.call, "advertiser"), "new advertiser")));
  failed.push(...(await walk(await registerAgent(market.call, "both"), "new on both sides")));

  const placement = await listTestPlacement(market.call, seller, "cpc");
  failed.push(...(await walk(buyer, "advertiser without credits")));
  await fundAgent(market.call, buyer, "builder");
  const campaign = await bookCampaign(market.call, buyer, placement, { budgetCredits: 2_000 });
  const { campaignId } = campaign;
  for (let clicks = 0; clicks < 40; clicks += 1) {
    await deliverOnce(market.call, seller, campaignId);
    await market.call("report_click", { campaignId }, seller.key);
  }
  failed.push(...(await walk(seller, "publisher with pending earnings")));
  failed.push(...(await walk(buyer, "advertiser with pending events")));
  await market.travel(31 * DAY_MS);
  failed.push(...(await walk(seller, "publisher with earnings")));
  failed.push(...(await walk(seller, "publisher with a cashout")));
  failed.push(...(await walk(buyer, "advertiser with a campaign")));
  failed.push(...(await walk(buyer, "advertiser after a refund")));
  await market.travel(2 * DAY_MS);
  failed.push(...(await walk(buyer, "advertiser with closed campaigns")));
  failed.push(...(await walk(seller, "publisher with closed campaigns")));
  for (const { agentId } of [seller, buyer]) {
    await market.exchange.services.db.tx((tx) => suspendAgent(tx, agentId));
  }
  failed.push(...(await walk(seller, "suspended publisher")));
  failed.push(...(await walk(buyer, "suspended advertiser")));
  expect(failed).toEqual([]);
}, 120_000);
