import pg from "pg";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import type { SoakMarket } from "./market.ts";
import type { SoakResult } from "./soak.ts";

export type SoakVerdict = {
  events: number;
  chargedMicros: bigint;
  /** What is wrong, in words; empty when every accepted event is there once and nothing else. */
  faults: string[];
};

type EventRow = { id: string; campaign_id: string; counted: number; charged: string };

/** Compares what the kits accepted with the exchange's own book of events, one by one. */
export async function judgeSoak(
  databaseUrl: string,
  market: SoakMarket,
  result: SoakResult,
): Promise<SoakVerdict> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const campaigns = market.campaigns.map(({ campaignId }) => uuidFromId(campaignId));
    const { rows } = await client.query<EventRow>(
      "select id, campaign_id, counted, charged from event where campaign_id = any($1)",
      [campaigns],
    );
    const books = await client.query<{ charged: string }>(
      `select coalesce(sum(earned + fee), 0) as charged
        from campaign_book
        where campaign_id = any($1)`,
      [campaigns],
    );
    const chargedMicros = rows.reduce((sum, { charged }) => sum + BigInt(charged), 0n);
    const faults = [...differences(rows, result), ...unlikely(result)];
    const byView = market.campaigns.find(({ unit }) => unit === "cpm")?.campaignId ?? "";
    const views = rows.filter((row) => row.campaign_id === uuidFromId(byView)).length;
    if (views !== result.views) faults.push(`${result.views} views were taken, ${views} are there`);
    if (BigInt(books.rows[0]?.charged ?? -1) !== chargedMicros) {
      faults.push("the books say another sum than the events");
    }
    return { events: rows.length, chargedMicros, faults };
  } finally {
    await client.end();
  }
}

function differences(rows: readonly EventRow[], { accepted }: SoakResult): string[] {
  const wanted = new Map([...accepted].map(([id, campaign]) => [uuidFromId(id), campaign]));
  const seen = new Map<string, number>();
  for (const { id } of rows) seen.set(id, (seen.get(id) ?? 0) + 1);
  const lost = [...wanted.keys()].filter((id) => !seen.has(id)).length;
  const foreign = [...seen.keys()].filter((id) => !wanted.has(id)).length;
  const twice = [...seen.values()].filter((count) => count > 1).length;
  const uncounted = rows.filter(({ counted }) => counted !== 1).length;
  return [
    ...(lost > 0 ? [`${lost} accepted events are lost`] : []),
    ...(foreign > 0 ? [`${foreign} events were never accepted`] : []),
    ...(twice > 0 ? [`${twice} events are there twice`] : []),
    ...(uncounted > 0 ? [`${uncounted} events were not counted as one`] : []),
  ];
}

/** A soak in which nothing happened proves nothing. */
function unlikely({ dropped, rejected, retried, views, filled, hidden }: SoakResult): string[] {
  return [
    ...(dropped > 0 ? [`${dropped} reports were dropped`] : []),
    ...(rejected > 0 ? [`${rejected} reports were rejected`] : []),
    ...(retried === 0 ? ["no report was ever repeated"] : []),
    ...(views === 0 || filled === 0 ? ["nothing was shown"] : []),
    ...(hidden === 0 ? ["no page was hidden"] : []),
  ];
}
