import type { DemoAdUnit } from "../catalogue/advertisers.ts";
import type { DemoAgents } from "../seed/agents.ts";
import { type ExchangeClient, listAll } from "../seed/exchange-client.ts";
import { numberOf, recordOf } from "../seed/json.ts";
import { placementFor } from "../seed/plan.ts";

/** What both sides have, as the exchange tells each of them. **Units** credits. */
export type Money = {
  advertisers: AdvertiserMoney[];
  publisher: { name: string; pendingCredits: number; earnedCredits: number };
  spentCredits: number;
  /** What was spent and did not go to the publisher. */
  feeCredits: number;
};

export type AdvertiserMoney = {
  name: string;
  adUnitType: DemoAdUnit;
  rateCredits: number;
  availableCredits: number;
  escrowedCredits: number;
  spentCredits: number;
};

/** Several open pages ask for the same numbers; each look costs a dozen calls. */
const FRESH_MS = 500;

/** Reads balances through `whoami` and `list_campaigns`, with each agent's own key. */
export function createMoneyReader(options: {
  client: ExchangeClient;
  agents: DemoAgents;
  now: () => number;
}): () => Promise<Money> {
  let known: { money: Promise<Money>; atMs: number } | undefined;
  return () => {
    const atMs = options.now();
    if (known !== undefined && atMs - known.atMs < FRESH_MS) return known.money;
    const money = readMoney(options.client, options.agents);
    known = { money, atMs };
    // A failed look must not be what the next half second sees.
    money.catch(() => {
      if (known?.money === money) known = undefined;
    });
    return money;
  };
}

async function readMoney(client: ExchangeClient, agents: DemoAgents): Promise<Money> {
  const advertisers = await Promise.all(
    agents.advertisers.map((agent) => readAdvertiser(client, agent)),
  );
  // The publisher last: what was spent a moment ago has then reached the publisher too.
  const answer = await client.call("whoami", {}, agents.publisher.apiKey);
  const balance = recordOf(answer.balance);
  const pendingCredits = numberOf(balance?.pendingEarningsCredits);
  const earnedCredits = numberOf(balance?.earnedCredits);
  const spentCredits = sum(advertisers.map((advertiser) => advertiser.spentCredits));
  return {
    advertisers,
    publisher: { name: agents.publisher.name, pendingCredits, earnedCredits },
    spentCredits,
    feeCredits: sum([spentCredits, -pendingCredits, -earnedCredits]),
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
  };
}

const MICROS_PER_CREDIT = 1_000_000;

/** Adds credits as whole micro-credits: floating point would show a balance of 0.30000000000004. */
function sum(credits: readonly number[]): number {
  const micros = credits.reduce((total, one) => total + Math.round(one * MICROS_PER_CREDIT), 0);
  return micros / MICROS_PER_CREDIT;
}
