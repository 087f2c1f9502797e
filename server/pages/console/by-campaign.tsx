import { useMemo } from "preact/hooks";
import type { Campaign } from "../../src/contract/resources/campaign.ts";
import { count, credits, percent } from "./format.ts";
import { Download } from "./listing.tsx";
import { Explanation, Foreign, Id, Money } from "./parts.tsx";
import type { Range } from "./range.ts";
import { allConversions, clickRate, conversionRate } from "./rates.ts";
import {
  type CampaignReport,
  type CampaignRow,
  moneyOf,
  type Point,
  pointsOf,
  type Report,
} from "./report.ts";
import type { Session, Side } from "./session.ts";
import { Spark } from "./spark.tsx";
import { type Column, csvOfRows, Table } from "./table.tsx";
import { useLoad } from "./use-load.ts";

/** Campaigns whose days are drawn: each is one more report. */
const DRAWN_MAX = 6;
const NAMES_MAX = 100;

const TOOL: Readonly<Record<Side, string>> = {
  publisher: "get_publisher_report",
  advertiser: "get_advertiser_report",
};

/** The money of a range by campaign, with the days of the largest. */
export function ByCampaign(props: { session: Session; report: CampaignReport; range: Range }) {
  const { session, report, range } = props;
  const { exchange, side } = session;
  const { timezone } = report;
  const rows = report.items.filter((row) => row.deliveries > 0 || moneyOf(row) > 0);
  const drawn = rows.slice(0, DRAWN_MAX).map(({ campaignId }) => campaignId);
  const more = useLoad(
    `${side} ${range.from} ${range.to} ${timezone} ${drawn.join()}`,
    async () => {
      const asked = { period: "range", ...range, timezone };
      const [known, ...days] = await Promise.all([
        exchange.call<{ items: Campaign[] }>("list_campaigns", { role: side, limit: NAMES_MAX }),
        ...drawn.map((campaignId) => exchange.call<Report>(TOOL[side], { ...asked, campaignId })),
      ]);
      return {
        names: new Map(known.items.map(({ campaignId, creative }) => [campaignId, creative.text])),
        days: new Map(drawn.map((campaignId, place) => [campaignId, pointsIn(days[place])])),
      };
    },
  );
  const columns = useMemo(
    () => columnsFor(session, more.data?.names ?? new Map(), more.data?.days ?? new Map()),
    [session, more.data],
  );
  const title = side === "publisher" ? "Earnings by campaign" : "Spend by campaign";
  return (
    <>
      <h3>{title}</h3>
      <Table
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ campaignId }) => campaignId}
        empty={
          <>
            Nothing was delivered in this time. Choose a longer time above
            {side === "advertiser" ? (
              <>
                , or <Explanation path="/docs/guides/advertiser">book a placement</Explanation>
              </>
            ) : null}
            .
          </>
        }
      />
      {rows.length === 0 ? null : (
        <p class="buttons">
          <Download subject={title} text={async () => csvOfRows(columns, rows)} />
        </p>
      )}
    </>
  );
}

function pointsIn(report: Report | undefined): readonly Point[] {
  const { series = [], timezone = "UTC" } = report ?? {};
  const money = series.map(moneyOf);
  return pointsOf(series, (place) => money[place] ?? 0, timezone);
}

function columnsFor(
  { side, address }: Session,
  names: ReadonlyMap<string, string>,
  days: ReadonlyMap<string, readonly Point[]>,
): readonly Column<CampaignRow>[] {
  return [
    {
      name: "Campaign",
      cell: ({ campaignId }) => (
        <>
          <a href={address.to("campaigns", { id: campaignId })}>
            <Foreign text={names.get(campaignId) ?? "Campaign"} />
          </a>{" "}
          <Id id={campaignId} />
        </>
      ),
      text: ({ campaignId }) => campaignId,
    },
    { name: "Unit", sortBy: (row) => row.adUnitType, cell: (row) => row.adUnitType },
    {
      name: side === "publisher" ? "Earned" : "Spent",
      unit: "credits",
      isNumber: true,
      sortBy: moneyOf,
      cell: (row) => <Money amount={moneyOf(row)} />,
    },
    {
      name: "By day",
      cell: ({ campaignId }) => <Spark points={days.get(campaignId)} format={credits} />,
    },
    {
      name: "Impressions",
      isNumber: true,
      sortBy: (row) => row.impressions,
      cell: (row) => count(row.impressions),
    },
    {
      name: "Clicks",
      isNumber: true,
      sortBy: (row) => row.clicks,
      cell: (row) => count(row.clicks),
    },
    rateColumn("CTR", clickRate),
    {
      name: "Conversions",
      isNumber: true,
      sortBy: allConversions,
      cell: (row) => count(allConversions(row)),
    },
    rateColumn("Conversion rate", conversionRate),
  ];
}

function rateColumn(
  name: string,
  of: (rows: readonly CampaignRow[]) => number | undefined,
): Column<CampaignRow> {
  return {
    name,
    isNumber: true,
    sortBy: (row) => of([row]) ?? -1,
    text: (row) => of([row]),
    cell: (row) => {
      const rate = of([row]);
      return rate === undefined ? "–" : percent(rate);
    },
  };
}
