import { useMemo, useState } from "preact/hooks";
import type { Balance } from "../../src/contract/resources/agent.ts";
import { type CallError, callError } from "../shared/call-error.ts";
import { Failure } from "../shared/failure.tsx";
import { Bars } from "./bars.tsx";
import { Chart } from "./chart.tsx";
import type { Exchange } from "./exchange.ts";
import { count, credits, percent, roundedCredits, words } from "./format.ts";
import { Await, Money } from "./parts.tsx";
import { type Metrics, moneyOf, peakOf, pointsOf, type Report } from "./report.ts";
import type { Session, Side } from "./session.ts";
import { useLoad } from "./use-load.ts";

const PERIODS = [
  ["daily", "last 30 days"],
  ["weekly", "last 12 weeks"],
  ["monthly", "last 12 months"],
] as const;

const TOOL: Readonly<Record<Side, string>> = {
  publisher: "get_publisher_report",
  advertiser: "get_advertiser_report",
};

const LOCAL_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Balances of this moment, and what happened over time. */
export function Overview({ exchange, side }: Session) {
  const [period, setPeriod] = useState<(typeof PERIODS)[number][0]>("daily");
  const [timezone, setTimezone] = useState("UTC");
  const question = { period, timezone };
  const report = useLoad(`${side} ${period} ${timezone}`, () =>
    exchange.call<Report>(TOOL[side], question),
  );
  return (
    <>
      <Balances exchange={exchange} />
      <section aria-labelledby="report-title">
        <h2 id="report-title">{side === "publisher" ? "Earnings" : "Spend"} over time</h2>
        <div class="choices">
          <label>
            Time{" "}
            <select
              value={period}
              onChange={({ currentTarget }) =>
                setPeriod(PERIODS.find(([name]) => name === currentTarget.value)?.[0] ?? "daily")
              }
            >
              {PERIODS.map(([name, said]) => (
                <option key={name} value={name}>
                  {said}
                </option>
              ))}
            </select>
          </label>
          <label>
            Time zone{" "}
            <select
              value={timezone}
              onChange={({ currentTarget }) => setTimezone(currentTarget.value)}
            >
              {[...new Set(["UTC", LOCAL_ZONE])].map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          </label>
          <Download exchange={exchange} tool={TOOL[side]} question={question} />
        </div>
        <Await loaded={report} what="the report">
          {(data) => <Charts report={data} side={side} period={period} />}
        </Await>
      </section>
    </>
  );
}

const BALANCES: readonly [keyof Balance, string][] = [
  ["availableCredits", "Available for bookings"],
  ["escrowedCredits", "In escrow"],
  ["pendingEarningsCredits", "Earnings pending"],
  ["earnedCredits", "Earned, can be cashed out"],
  ["cashoutPendingCredits", "Cashout under way"],
];

function Balances({ exchange }: { exchange: Exchange }) {
  const loaded = useLoad("balance", () => exchange.call<{ balance: Balance }>("whoami"));
  return (
    <section aria-labelledby="balance-title">
      <h2 id="balance-title">Balance</h2>
      <Await loaded={loaded} what="the balance">
        {({ balance }) => (
          <dl class="balances">
            {BALANCES.map(([name, said]) => (
              <div key={name}>
                <dt>{said}</dt>
                <dd>
                  <Money amount={balance[name]} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Await>
    </section>
  );
}

const BUCKET = { daily: "day", weekly: "week", monthly: "month" } as const;

function Charts(props: { report: Report; side: Side; period: keyof typeof BUCKET }) {
  const { report, side, period } = props;
  const { series, totals, timezone } = report;
  const { money, ctr } = useMemo(() => {
    const at = (read: (metrics: Metrics) => number) => (place: number) => {
      const bucket = series[place];
      return bucket === undefined ? 0 : read(bucket);
    };
    return {
      money: pointsOf(series, at(moneyOf), timezone),
      ctr: pointsOf(
        series,
        at((metrics) => metrics.ctr),
        timezone,
      ),
    };
  }, [series, timezone]);
  const peak = peakOf(money);
  const did = side === "publisher" ? "earned" : "spent";
  const most = peak === undefined ? "" : `, most in the ${BUCKET[period]} of ${peak.label}`;
  return (
    <>
      <div class="charts">
        <Chart
          title={`${roundedCredits(moneyOf(totals))} ${did}${most}`}
          quantity={`${did}, credits`}
          points={money}
          format={credits}
        />
        <Chart
          title={`${percent(totals.ctr)} of ${count(totals.impressions)} impressions were clicked`}
          quantity="click-through rate"
          points={ctr}
          format={percent}
        />
        <Bars
          title={`${count(sumOf(totals.conversions))} conversions`}
          rows={Object.entries(totals.conversions).map(([type, value]) => [words(type), value])}
        />
        <Bars
          title={`${count(totals.deliveries)} deliveries and what followed`}
          rows={funnel(totals)}
        />
      </div>
      <p class="soft">
        {report.isFinal
          ? "Final: no number here can change any more."
          : "Events that are still to come may change the last of these numbers."}
      </p>
    </>
  );
}

function funnel(totals: Metrics): [string, number][] {
  return [
    ["deliveries", totals.deliveries],
    ["impressions", totals.impressions],
    ["viewable", totals.viewable],
    ["clicks", totals.clicks],
    ["not counted", totals.invalid],
  ];
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, value) => sum + value, 0);
}

/** The same report as a file, made by the exchange. */
function Download(props: { exchange: Exchange; tool: string; question: object }) {
  const { exchange, tool, question } = props;
  const [error, setError] = useState<CallError>();
  const save = async () => {
    setError(undefined);
    try {
      const { csv = "" } = await exchange.call<Report>(tool, { ...question, format: "csv" });
      saveText(csv, `${tool.replace("get_", "")}.csv`);
    } catch (caught) {
      setError(callError(caught));
    }
  };
  return (
    <>
      <button type="button" class="quiet" onClick={save}>
        Download CSV
      </button>
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}

function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
