import { setTimeout as sleep } from "node:timers/promises";
import type { DemoAdUnit } from "../../goods/advertisers.ts";
import type { DemoAgents } from "../../goods/market/agents.ts";
import { type ExchangeClient, listAll } from "../../goods/market/exchange-client.ts";
import { numberOf, recordOf } from "../../goods/market/json.ts";
import { placementFor } from "../../goods/market/plan.ts";

/** What both sides have, as the exchange reports it to each of them. **Units** credits. */
export type Money = {
  advertisers: AdvertiserMoney[];
  /** All publishers together. */
  publisher: PublisherMoney;
  publishers: PublisherMoney[];
  spentCredits: number;
  /** What was spent and did not go to a publisher. */
  feeCredits: number;
};

export type PublisherMoney = { name: string; pendingCredits: number; earnedCredits: number };

export type AdvertiserMoney = {
  name: string;
  adUnitType: DemoAdUnit;
  rateCredits: number;
  availableCredits: number;
  escrowedCredits: number;
  spentCredits: number;
  /** Of the live booking. */
  budgetCredits: number;
};

/** Several open pages ask for the same numbers; each look costs two dozen calls. */
const FRESH_MS = 500;
/** The page does not wait longer for an exchange whose database is down. */
const WAIT_MAX_MS = 1_000;

/**
 * Reads balances through `whoami` and `list_campaigns`, with each agent's own key. While they
 * cannot be read it gives what was read last; undefined before the first time.
 */
export function createMoneyReader(options: {
  client: ExchangeClient;
  agents: DemoAgents;
  now: () => number;
}): () => Promise<Money | undefined> {
  const { client, agents, now } = options;
  let last: Money | undefined;
  let reading: Promise<void> | undefined;
  let readAtMs = 0;
  const read = async (): Promise<void> => {
    try {
      last = await readMoney(client, agents);
    } catch {
      // The next look tries again.
    }
    readAtMs = now();
    reading = undefined;
  };
  return async () => {
    if (reading === undefined && now() - readAtMs >= FRESH_MS) reading = read();
    await Promise.race([reading, sleep(WAIT_MAX_MS, undefined, { ref: false })]);
    return last;
  };
}

async function readMoney(client: ExchangeClient, agents: DemoAgents): Promise<Money> {
  const advertisers = await Promise.all(
    agents.advertisers.map((agent) => readAdvertiser(client, agent)),
  );
  // The publishers last: what was spent a moment ago has then reached them too.
  const publishers = await Promise.all(
    agents.publishers.map((agent) => readPublisher(client, agent)),
  );
  const spentCredits = sum(advertisers.map((advertiser) => advertiser.spentCredits));
  const pendingCredits = sum(publishers.map((publisher) => publisher.pendingCredits));
  const earnedCredits = sum(publishers.map((publisher) => publisher.earnedCredits));
  return {
    advertisers,
    publisher: { name: "All publishers", pendingCredits, earnedCredits },
    publishers,
    spentCredits,
    feeCredits: sum([spentCredits, -pendingCredits, -earnedCredits]),
  };
}

async function readPublisher(
  client: ExchangeClient,
  { apiKey, name }: DemoAgents["publishers"][number],
): Promise<PublisherMoney> {
  const balance = recordOf((await client.call("whoami", {}, apiKey)).balance);
  return {
    name,
    pendingCredits: numberOf(balance?.pendingEarningsCredits),
    earnedCredits: numberOf(balance?.earnedCredits),
  };
}

async function readAdvertiser(
  client: ExchangeClient,
  { apiKey, name, advertiser }: DemoAgents["advertisers"][number],
): Promise<AdvertiserMoney> {
  const [campaigns, who] = await Promise.all([
    listAll(client, "list_campaigns", { role: "advertiser" }, apiKey),
    client.call("whoami", {}, apiKey),
  ]);
  const balance = recordOf(who.balance);
  return {
    name,
    adUnitType: advertiser.adUnitType,
    rateCredits: placementFor(advertiser).rateCredits,
    availableCredits: numberOf(balance?.availableCredits),
    escrowedCredits: numberOf(balance?.escrowedCredits),
    spentCredits: sum(campaigns.map((campaign) => numberOf(campaign.spentCredits))),
    budgetCredits: sum(
      campaigns
        .filter(({ status }) => status === "active")
        .map((campaign) => numberOf(campaign.budgetCredits)),
    ),
  };
}

const MICROS_PER_CREDIT = 1_000_000;

/** Adds credits as whole micro-credits: floating point would show a balance of 0.30000000000004. */
function sum(credits: readonly number[]): number {
  const micros = credits.reduce((total, one) => total + Math.round(one * MICROS_PER_CREDIT), 0);
  return micros / MICROS_PER_CREDIT;
}
