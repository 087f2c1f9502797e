import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import type {
  AdvertiserMetrics,
  PublisherMetrics,
  ReportPeriod,
} from "../../../../server/src/contract/resources/report.ts";
import type { CampaignFacts } from "../../../../server/src/domain/delivery/index.ts";
import { bucketName, type Expected, expectedOf } from "./oracle.ts";
import type { RandomMarket } from "./random-market.ts";

type Metrics = PublisherMetrics | AdvertiserMetrics;
type Keyed = Metrics & { campaignId?: string; placementId?: string };

/** What is asked of every report tool. */
export interface Question {
  readonly period: ReportPeriod;
  readonly timezone: string;
  readonly from: string;
  readonly to?: string | undefined;
}

const PERIODS: readonly ReportPeriod[] = ["daily", "weekly", "monthly", "range"];

/** Every period in every zone: from a moment on until now, where totals are the books. */
export function questionsOf(timezones: readonly string[], from: Date, now: Date): Question[] {
  return timezones.flatMap((timezone) =>
    PERIODS.map((period) => ({
      period,
      timezone,
      from: from.toISOString(),
      // `range` needs an end.
      ...(period === "range" ? { to: new Date(now.getTime() + 1).toISOString() } : {}),
    })),
  );
}

/**
 * Asks all six report tools and attribution and compares every number with what was settled; for a
 * window without an end also with the books. Answers with what differs.
 */
export async function differencesOf(
  market: RandomMarket,
  questions: readonly Question[],
): Promise<{ differences: string[]; compared: number }> {
  const differences: string[] = [];
  let compared = 0;
  const note = (what: string, found: unknown, expected: unknown) => {
    compared += 1;
    if (found !== expected) differences.push(`${what}: ${String(found)}, not ${String(expected)}`);
  };
  for (const question of questions) {
    for (const side of ["publisher", "advertiser"] as const) {
      const agents = new Set(market.campaigns.map((facts) => facts[`${side}Id`]));
      for (const agentId of agents) {
        const own = (facts: CampaignFacts) => facts[`${side}Id`] === agentId;
        await compareAgent(market, { question, side, agentId, own }, note);
      }
    }
  }
  return { differences, compared };
}

type Note = (what: string, found: unknown, expected: unknown) => void;

async function compareAgent(
  market: RandomMarket,
  of: {
    question: Question;
    side: "publisher" | "advertiser";
    agentId: string;
    own: (facts: CampaignFacts) => boolean;
  },
  note: Note,
): Promise<void> {
  const { question, side, agentId, own } = of;
  const { reports, clock } = market;
  const asked = { agentId, now: clock.now() };
  const request = { ...question, omitEmpty: false, format: "json" as const };
  const [from, to] = [Date.parse(question.from), Date.parse(question.to ?? "9999-01-01")];
  const happened = market.happened.filter(
    ({ facts, atMs }) => own(facts) && atMs >= from && atMs < to,
  );
  const plain = await reports[side](asked, request);
  const answers = [
    { tool: "plain", report: plain, items: [], key: undefined },
    {
      tool: "by campaign",
      ...itemsOf(await reports[`${side}ByCampaign`](asked, request)),
      key: "campaignId" as const,
    },
    {
      tool: "by placement",
      ...itemsOf(await reports[`${side}ByPlacement`](asked, request)),
      key: "placementId" as const,
    },
  ];
  const totals = expectedOf(happened);
  const bucketOf = ({ atMs }: { atMs: number }) =>
    bucketName(atMs, question.timezone, question.period);
  const buckets = [...groupedBy(happened, bucketOf)].map(
    ([name, events]) => [name, expectedOf(events)] as const,
  );
  for (const { tool, report, items, key } of answers) {
    const name = `${side} ${tool} ${question.period} ${question.timezone}`;
    compare(`${name} totals`, report.totals, totals, note);
    const missing = new Map(buckets);
    for (const bucket of report.series) {
      const bucketKey = bucketOf({ atMs: Date.parse(bucket.from) });
      const expected = missing.get(bucketKey) ?? expectedOf([]);
      compare(`${name} ${bucketKey}`, bucket, expected, note);
      missing.delete(bucketKey);
    }
    note(`${name} buckets left out`, missing.size, 0);
    note(`${name} sum of series`, moneyOf(report.series), moneyOf([report.totals]));
    if (key === undefined) continue;
    const expected = groupedBy(happened, ({ facts }) => facts[key]);
    for (const item of items) {
      compare(`${name} item`, item, expectedOf(expected.get(item[key] ?? "") ?? []), note);
      expected.delete(item[key] ?? "");
    }
    note(`${name} items left out`, expected.size, 0);
    note(`${name} sum of items`, moneyOf(items), moneyOf([report.totals]));
  }
  if (question.to === undefined) {
    const spent = await spentInBooks(market, side, agentId);
    note(`${side} ledger`, moneyOf([plain.totals]), spent);
  }
}

function itemsOf<Report extends { items: readonly Keyed[] }>(report: Report) {
  return { report, items: report.items };
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const COUNTS = [
  "deliveries",
  "impressions",
  "viewable",
  "clicks",
  "cited",
  "citedShare",
  "verified",
] as const;

function compare(name: string, found: Metrics, expected: Expected, note: Note): void {
  for (const key of COUNTS) note(`${name} ${key}`, found[key], expected[key]);
  note(`${name} conversions`, text(found.conversions), text(expected.conversions));
  note(`${name} invalid`, text(found.invalidByReason), text(expected.invalidByReason));
  if ("grossCredits" in found) {
    note(`${name} gross`, micros(found.grossCredits), expected.gross);
    note(`${name} fee`, micros(found.platformFeeCredits), expected.fee);
    note(`${name} earned`, micros(found.earnedCredits), expected.gross - expected.fee);
  } else {
    note(`${name} spend`, micros(found.spendCredits), expected.gross);
  }
}

const text = (record: object) => JSON.stringify(Object.entries(record).sort());
const micros = (credits: number) => BigInt(Math.round(credits * 1_000_000));

function moneyOf(rows: readonly Metrics[]): bigint {
  return rows.reduce(
    (sum, row) => sum + micros("grossCredits" in row ? row.grossCredits : row.spendCredits),
    0n,
  );
}

async function spentInBooks(
  market: RandomMarket,
  side: "publisher" | "advertiser",
  agentId: string,
): Promise<bigint> {
  const [row] = await market.owner.query<{ spent: string }>(
    {
      name: `test.spent_${side}`,
      text: `select sum(earned + fee)::text as spent
        from campaign_book
        where ${side}_id = $1`,
    },
    [uuidFromId(agentId)],
  );
  return BigInt(row?.spent ?? 0);
}

/** The same for attribution, whose groups are hours, days and weeks in UTC. */
export async function attributionDifferences(
  market: RandomMarket,
  window: { from: Date; to: Date },
  campaigns = market.campaigns,
): Promise<string[]> {
  const differences: string[] = [];
  const note: Note = (what, found, expected) => {
    if (found !== expected) differences.push(`${what}: ${String(found)}, not ${String(expected)}`);
  };
  const asked = { now: market.clock.now() };
  const bounds = { from: window.from.toISOString(), to: window.to.toISOString() };
  for (const { campaignId, advertiserId } of campaigns) {
    const own = market.happened.filter(
      ({ facts, atMs }) =>
        facts.campaignId === campaignId &&
        atMs >= window.from.getTime() &&
        atMs < window.to.getTime(),
    );
    for (const groupBy of ["day", "week", "placement", "conversionType"] as const) {
      const answer = await market.reports.attribution(
        { ...asked, agentId: advertiserId },
        { campaignId, groupBy, omitEmpty: false, ...bounds },
      );
      compare(`attribution ${groupBy}`, answer.totals, expectedOf(own), note);
      const rows = answer.series.flatMap((row) => ("deliveries" in row ? [row] : []));
      if (groupBy !== "conversionType") {
        note(`attribution ${groupBy} series`, moneyOf(rows), moneyOf([answer.totals]));
      }
    }
  }
  return differences;
}
