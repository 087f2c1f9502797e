import { z } from "zod";
import type { AdUnitType } from "../../../server/src/contract/enums.ts";
import { microsFromCredits } from "../../../server/src/contract/money.ts";
import { AD_UNITS } from "../../../server/src/contract/units.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { type Database, openDatabase } from "../../../server/src/core/db.ts";
import { createIdSource } from "../../../server/src/core/ids.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createSigner, parseSigningKeys } from "../../../server/src/core/signing.ts";
import { type CampaignFacts, signDelivery } from "../../../server/src/domain/delivery/index.ts";
import { findFacts } from "../../../server/src/domain/delivery/queries.ts";
import { postTransaction } from "../../../server/src/domain/ledger/index.ts";
import { SIGNING_KEYS } from "./exchange-process.ts";

export const ids = createIdSource(systemClock);
const signer = createSigner(parseSigningKeys(SIGNING_KEYS));

/** What one campaign of a market is to be. */
export interface Wanted {
  readonly adUnitType: AdUnitType;
  readonly budgetCredits: number;
  readonly dailyCapCredits?: number;
}

export interface Market {
  readonly publisherKey: string;
  readonly publisherId: string;
  readonly advertiserKey: string;
  readonly campaigns: readonly CampaignFacts[];
}

const BOOKINGS_AT_ONCE = 4;
const agentSchema = z.object({ agentId: z.string(), apiKey: z.string() });
const placementSchema = z.object({ placementId: z.string() });
const campaignSchema = z.object({ campaignId: z.string() });

/** Calls one tool over HTTP. **Errors** throws when the answer is not 200. */
export async function callTool(
  call: { baseUrl: string; key?: string },
  tool: string,
  args: object,
): Promise<unknown> {
  const answer = await fetch(`${call.baseUrl}/api/agent`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(call.key === undefined ? {} : { authorization: `Bearer ${call.key}` }),
    },
    body: JSON.stringify({ tool, arguments: args }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${tool} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** A publisher, an advertiser with money, and booked campaigns, all made through the tools. */
export async function openMarket(options: {
  baseUrl: string;
  databaseUrl: string;
  wanted: readonly Wanted[];
}): Promise<Market> {
  const { baseUrl, databaseUrl, wanted } = options;
  const register = async (role: string) =>
    agentSchema.parse(
      await callTool({ baseUrl }, "register", { provider: "Load", displayName: role, role }),
    );
  const publisher = await register("publisher");
  const advertiser = await register("advertiser");
  const db = openDatabase({
    connectionString: databaseUrl,
    connections: BOOKINGS_AT_ONCE,
    logger: silentLogger,
  });
  try {
    const total = wanted.reduce((sum, one) => sum + one.budgetCredits, 0);
    await fund(db, advertiser.agentId, total);
    const placements = await listPlacements({ baseUrl, key: publisher.apiKey }, wanted);
    const campaigns: CampaignFacts[] = [];
    const book = async (place: number): Promise<void> => {
      for (let index = place; index < wanted.length; index += BOOKINGS_AT_ONCE) {
        const one = wanted[index];
        if (one === undefined) return;
        const call = { baseUrl, key: advertiser.apiKey };
        campaigns[index] = await bookOne(db, call, one, placements.get(one.adUnitType));
      }
    };
    await Promise.all(Array.from({ length: BOOKINGS_AT_ONCE }, (_, place) => book(place)));
    return {
      publisherKey: publisher.apiKey,
      publisherId: publisher.agentId,
      advertiserKey: advertiser.apiKey,
      campaigns,
    };
  } finally {
    await db.close();
  }
}

/** A delivery of a campaign, as `deliver_ad` would hand it out. */
export function mintDelivery(facts: CampaignFacts): string {
  return signDelivery(ids.uuid(), facts, signer);
}

async function listPlacements(
  call: { baseUrl: string; key: string },
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<AdUnitType, string>> {
  const placements = new Map<AdUnitType, string>();
  for (const adUnitType of new Set(wanted.map((one) => one.adUnitType))) {
    const { placementId } = placementSchema.parse(
      await callTool(call, "list_placement", {
        title: `Load by ${adUnitType}`,
        description: "A sidebar of a chat that talks about everything.",
        kind: "chat_sidebar",
        adUnitType,
        rateCredits: AD_UNITS[adUnitType].floorCredits,
        contextUse: "reasoning_context",
      }),
    );
    placements.set(adUnitType, placementId);
  }
  return placements;
}

async function bookOne(
  db: Database,
  call: { baseUrl: string; key: string },
  wanted: Wanted,
  placementId: string | undefined,
): Promise<CampaignFacts> {
  const { campaignId } = campaignSchema.parse(
    await callTool(call, "create_campaign", {
      ...wanted,
      placementId,
      creativeText: "Good pans for good kitchens",
      creativeUrl: "https://pans.example/landing",
    }),
  );
  const facts = await findFacts(db, campaignId, systemClock.now());
  if (facts === undefined) throw new Error(`${campaignId} was booked and is not there.`);
  return facts;
}

/** A balanced adjustment: buying millions of credits pack by pack would take minutes. */
export async function fund(db: Database, agentId: string, credits: number): Promise<void> {
  const amount = microsFromCredits(credits);
  const legs = [
    { owner: agentId, kind: "available", amount },
    { owner: null, kind: "adjustment", amount: -amount },
  ] as const;
  const txn = { type: "adjustment", refs: {}, description: "Funds for a test", legs } as const;
  await db.tx((tx) => postTransaction(tx, { ids, now: systemClock.now() }, txn));
}
