import { Balances } from "./balances.tsx";
import { Bars, NotCounted } from "./bars.tsx";
import { ByCampaign } from "./by-campaign.tsx";
import { Chart } from "./chart.tsx";
import { conversionWords, count, counted, credits, percent } from "./format.ts";
import { Download } from "./listing.tsx";
import { Await } from "./parts.tsx";
import { daysOf, FIRST_DAY, lastDayOf, RANGES, type Range, rangeBefore, rangeOf } from "./range.ts";
import { allConversions, clickRate, conversionRate } from "./rates.ts";
import { type CampaignReport, type Metrics, moneyOf, peakOf, pointsOf } from "./report.ts";
import type { Session, Side } from "./session.ts";
import { OtherUnits } from "./unbilled.tsx";
import { useLoad } from "./use-load.ts";

const TOOL: Readonly<Record<Side, string>> = {
  publisher: "get_publisher_report_by_campaign",
  advertiser: "get_advertiser_report_by_campaign",
};

const LOCAL_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = [...new Set(["UTC", LOCAL_ZONE])];

/** Balances of this moment, and what happened over time, compared with the time before. */
export function Overview({ session }: { session: Session }) {
  const { exchange, side, address, round } = session;
  const timezone = ZONES.find((zone) => zone === address.options.zone) ?? "UTC";
  const range = rangeOf(address.options, timezone, performance.timeOrigin + performance.now());
  const before = rangeBefore(range);
  const ask = (days: Range, more: object = {}) =>
    exchange.call<CampaignReport>(TOOL[side], { period: "range", ...days, timezone, ...more });
  const loaded = useLoad(`${side} ${range.from} ${range.to} ${timezone} ${round}`, async () => {
    const [now, then] = await Promise.all([
      ask(range),
      before === undefined ? undefined : ask(before),
    ]);
    return { now, then };
  });
  const what = side === "publisher" ? "Earnings" : "Spend";
  return (
    <>
      <Balances session={session} />
      <section aria-labelledby="report-title">
        <h2 id="report-title">{what} over time</h2>
        <div class="choices">
          <RangeChoice session={session} range={range} timezone={timezone} />
          <Download
            subject={`${what} by day`}
            text={async () => {
              const tool = TOOL[side].replace("_by_campaign", "");
              const asked = { period: "range", ...range, timezone, format: "csv" };
              return (await exchange.call<{ csv?: string }>(tool, asked)).csv ?? "";
            }}
          />
        </div>
        <Await loaded={loaded} what="the report">
          {({ now, then }) => (
            <>
              <Figures side={side} now={now} then={then} days={daysOf(range)} />
              <Charts report={now} side={side} />
              <ByCampaign session={session} report={now} range={range} />
            </>
          )}
        </Await>
      </section>
    </>
  );
}

function RangeChoice(props: { session: Session; range: Range; timezone: string }) {
  const { range, timezone } = props;
  const { options, choose } = props.session.address;
  const isOwn = options.from !== undefined;
  const days = String(daysOf(range));
  return (
    <>
      <label>
        Time{" "}
        <select
          value={isOwn ? "own" : days}
          onChange={({ currentTarget: { value } }) =>
            choose(
              value === "own"
                ? { from: range.from, to: lastDayOf(range), days: undefined }
                : { days: value, from: undefined, to: undefined },
            )
          }
        >
          {RANGES.map(([known, said]) => (
            <option key={known} value={known}>
              {said}
            </option>
          ))}
          <option value="own">from … to …</option>
        </select>
      </label>
      {isOwn ? (
        <>
          <label>
            From{" "}
            <input
              type="date"
              value={range.from}
              min={FIRST_DAY}
              max={lastDayOf(range)}
              onChange={({ currentTarget: { value } }) => choose({ from: value })}
            />
          </label>
          <label>
            To{" "}
            <input
              type="date"
              value={lastDayOf(range)}
              min={range.from}
              onChange={({ currentTarget: { value } }) => choose({ to: value })}
            />
          </label>
        </>
      ) : null}
      <label>
        Time zone{" "}
        <select
          value={timezone}
          onChange={({ currentTarget: { value } }) => choose({ zone: value })}
        >
          {ZONES.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </label>
    </>
  );
}

/** The figures of the range, each with the same figure of the time before it. */
function Figures(props: {
  side: Side;
  now: CampaignReport;
  then: CampaignReport | undefined;
  days: number;
}) {
  const { now, then, days, side } = props;
  const rows: readonly Figure[] = [
    {
      name: side === "publisher" ? "Earned" : "Spent",
      of: ({ totals }) => moneyOf(totals),
      format: credits,
    },
    { name: "Impressions", of: ({ totals }) => totals.impressions, format: count },
    { name: "Clicks", of: ({ totals }) => totals.clicks, format: count },
    { name: "Click-through rate", of: ({ items }) => clickRate(items), format: percent },
    { name: "Conversions", of: ({ totals }) => allConversions(totals), format: count },
    { name: "Conversion rate", of: ({ items }) => conversionRate(items), format: percent },
  ];
  return (
    <>
      <dl class="balances">
        {rows.map(({ name, of, format }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span class="amount">{shown(of(now), format)}</span>{" "}
              <span class="soft">{changeOf(of(now), then && of(then))}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p class="soft">
        Compared with the {counted(days, "day")} before. A rate counts only campaigns that report
        both of its numbers.
      </p>
    </>
  );
}

interface Figure {
  readonly name: string;
  readonly of: (report: CampaignReport) => number | undefined;
  readonly format: (value: number) => string;
}

function shown(value: number | undefined, format: Figure["format"]): string {
  return value === undefined ? "–" : format(value);
}

function changeOf(now: number | undefined, then: number | undefined): string {
  if (now === undefined || then === undefined) return "no comparison";
  if (then === 0) return now === 0 ? "unchanged" : "none before";
  const change = now / then - 1;
  if (change === 0) return "unchanged";
  return `${change > 0 ? "+" : "−"}${percent(Math.abs(change))}`;
}

function Charts({ report, side }: { report: CampaignReport; side: Side }) {
  const { series, totals, timezone } = report;
  const points = pointsOf(series, (place) => moneyAt(series, place), timezone);
  const peak = peakOf(points);
  const did = side === "publisher" ? "earned" : "spent";
  const most = peak === undefined ? "" : `. Peak: ${peak.label}`;
  return (
    <>
      <div class="charts">
        <Chart
          title={`${credits(moneyOf(totals))} ${did}${most}`}
          quantity={`${did}, credits`}
          points={points}
          format={credits}
        />
        <Bars
          title={[
            counted(totals.deliveries, "delivery", "deliveries"),
            counted(totals.clicks, "click"),
          ].join(", ")}
          rows={funnel(totals)}
        />
        <Bars
          title={counted(allConversions(totals), "conversion")}
          rows={Object.entries(totals.conversions).map(([type, value]) => [
            conversionWords(type),
            value,
          ])}
        />
        <NotCounted reasons={totals.invalidByReason} />
        <OtherUnits items={report.items} />
      </div>
      <p class="soft">{report.isFinal ? "Final figures." : "Recent figures may still change."}</p>
    </>
  );
}

function moneyAt(series: CampaignReport["series"], place: number): number {
  const bucket = series[place];
  return bucket === undefined ? 0 : moneyOf(bucket);
}

function funnel(totals: Metrics): [string, number][] {
  return [
    ["deliveries", totals.deliveries],
    ["impressions", totals.impressions],
    ["viewable", totals.viewable],
    ["clicks", totals.clicks],
  ];
}
