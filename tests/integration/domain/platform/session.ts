import { randomUUID } from "node:crypto";
import { z } from "zod";
import { runAgentsCommand } from "../../../../server/src/cli/agents.ts";
import { runPlatformCommand } from "../../../../server/src/cli/platform.ts";
import type { Role } from "../../../../server/src/contract/enums.ts";
import {
  type Campaign,
  campaignSchema,
} from "../../../../server/src/contract/resources/campaign.ts";
import { AD_UNIT_TYPES } from "../../../../server/src/contract/units.ts";
import { type DemandReport, runDemand } from "../../../../server/src/domain/platform/index.ts";
import {
  fundAgent,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { type Market, startMarket } from "../../tools/market.ts";
import { type ListedBrand, openBrandSession } from "../brands/operator.ts";

export type PlatformSession = Awaited<ReturnType<typeof openPlatformSession>>;

/** A market with its operator: brands, the platform wallet, trust and the passes of the job. */
export async function openPlatformSession() {
  const market = await startMarket();
  const brands = await openBrandSession(market);
  const commands = commandsOf(market);
  return {
    market,
    brands,
    ...commands,
    pass: () => passOf(market),
    /** A brand for a topic that no other test uses. */
    async brand(topic: string, fields: object = {}): Promise<ListedBrand> {
      const domain = `${randomUUID()}.example`;
      const row = {
        name: `Maker of ${topic}`,
        domain,
        categories: [topic],
        maxRateCredits: 1_000,
        adUnitTypes: AD_UNIT_TYPES,
        deepLink: `https://${domain}/go?click={click_id}`,
      };
      const done = await brands.load({ ...row, ...fields });
      if (done.rowsRejected > 0) throw new Error(JSON.stringify(done.rejections));
      return brands.brandOf(domain);
    },
    /** A publisher, and the placement by which each test begins. */
    async seller(topic: string, options: SellerOptions = {}) {
      const { unit = "cpc", isTrusted = false, role = "publisher", fields = {} } = options;
      const publisher = await registerAgent(market.call, role);
      if (isTrusted) await commands.agents("trust", publisher.agentId);
      const listed = { topics: [topic], ...fields };
      const placement = await listTestPlacement(market.call, publisher, unit, listed);
      return { publisher, placement, placementId: placement.placementId };
    },
    /** The wallet's agent, chosen by the operator, with a paid pack or without a credit. */
    async wallet(packId?: "starter" | "builder" | "fleet"): Promise<TestAgent> {
      const agent = await registerAgent(market.call, "advertiser", "Platform demand");
      if (packId !== undefined) await fundAgent(market.call, agent, packId);
      await commands.run("wallet", agent.agentId);
      return agent;
    },
    campaign: (campaignId: string, agent: TestAgent): Promise<Campaign> =>
      resultOf(market.call("get_campaign", { campaignId }, agent.key), campaignSchema),
    /** Ends what a test leaves behind, so that the passes of others do not meet it. */
    async clear(): Promise<void> {
      await market.sql("update placement set status = 'archived'");
      await market.sql("update brand set is_active = false");
      await market.sql("delete from platform_wallet");
      await commands.run("limits", "--booking", "500", "--publisher-day", "2500", ...WIDE_DAY);
    },
    async close(): Promise<void> {
      await brands.close();
      await market.close();
    },
  };
}

/** The tests of a file share one day, whose limit is the business of a single one. */
const WIDE_DAY = ["--total-day", "1000000"];

interface SellerOptions {
  readonly unit?: (typeof AD_UNIT_TYPES)[number];
  readonly isTrusted?: boolean;
  readonly role?: Role;
  readonly fields?: object;
}

function commandsOf(market: Market) {
  const { db, services } = market.exchange;
  let text = "";
  const context = {
    db,
    ids: services.ids,
    clock: market.clock,
    actor: "ada",
    stdout: { write: (more: string) => (text += more) },
    campaigns: () => services.settings,
    checkout: () => Promise.resolve(services.checkout),
  };
  const captured = async (run: () => Promise<number>) => {
    market.clock.advance(1);
    text = "";
    return { code: await run(), text };
  };
  return {
    /** `operator platform ...`. */
    run: (...words: string[]) => captured(() => runPlatformCommand(words, context)),
    agents: (...words: string[]) => captured(() => runAgentsCommand(words, context)),
    async json(...words: string[]): Promise<Record<string, unknown>> {
      const { text } = await captured(() => runPlatformCommand([...words, "--json"], context));
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    },
  };
}

function passOf(market: Market): Promise<DemandReport> {
  const { db, services } = market.exchange;
  market.clock.advance(1);
  return runDemand(db, { ...services.settings, ids: services.ids, now: market.clock.now() });
}

/** Why a placement got nothing in a pass; undefined when it was not declined. */
export function reasonIn(report: DemandReport, placementId: string): string | undefined {
  return report.declined.find((one) => one.placementId === placementId)?.reason;
}
