import { useMemo, useState } from "preact/hooks";
import type { PostbackLogEntry } from "../../src/contract/resources/postback.ts";
import type { ConversionPath } from "../../src/contract/resources/report.ts";
import { type CallError, callError } from "../shared/call-error.ts";
import { Failure } from "../shared/failure.tsx";
import { Bars } from "./bars.tsx";
import { Chart } from "./chart.tsx";
import type { Exchange } from "./exchange.ts";
import { count, credits, roundedCredits, words } from "./format.ts";
import { Await, Foreign, Id, Money, Status, When } from "./parts.tsx";
import { type Attribution, type Bucket, moneyOf, pointsOf, type Report } from "./report.ts";
import type { Session } from "./session.ts";
import { type Column, Table } from "./table.tsx";
import { useLoad } from "./use-load.ts";

/** One campaign: its days, its conversions with their path, what was not counted, its postbacks. */
export function CampaignDetail({ exchange, side, campaignId }: Session & { campaignId: string }) {
  return (
    <section aria-labelledby="detail-title">
      <h2 id="detail-title">
        Campaign <Id id={campaignId} />
      </h2>
      {side === "publisher" ? (
        <Earned exchange={exchange} campaignId={campaignId} />
      ) : (
        <Attribute exchange={exchange} campaignId={campaignId} />
      )}
    </section>
  );
}

interface Subject {
  readonly exchange: Exchange;
  readonly campaignId: string;
}

/** The publisher's half: what the campaign brought, and what was not counted. */
function Earned({ exchange, campaignId }: Subject) {
  const loaded = useLoad(campaignId, () =>
    exchange.call<Report>("get_publisher_report", { period: "daily", campaignId }),
  );
  return (
    <Await loaded={loaded} what="the campaign">
      {({ totals, series, timezone }) => (
        <Days
          title={`${roundedCredits(moneyOf(totals))} earned in 30 days`}
          quantity="earned, credits"
          series={series}
          timezone={timezone}
          invalid={totals.invalidByReason}
        />
      )}
    </Await>
  );
}

function Attribute({ exchange, campaignId }: Subject) {
  const loaded = useLoad(campaignId, () =>
    exchange.call<Attribution>("get_attribution", { campaignId, groupBy: "day" }),
  );
  return (
    <Await loaded={loaded} what="the campaign">
      {(attribution) => <Attributed {...attribution} exchange={exchange} reload={loaded.reload} />}
    </Await>
  );
}

function Days(props: {
  title: string;
  quantity: string;
  series: readonly Bucket[];
  timezone: string;
  invalid: Readonly<Partial<Record<string, number>>>;
}) {
  const { title, quantity, series, timezone, invalid } = props;
  const points = useMemo(() => {
    const money = series.map(moneyOf);
    return pointsOf(series, (place) => money[place] ?? 0, timezone);
  }, [series, timezone]);
  const reasons = Object.entries(invalid);
  const total = reasons.reduce((sum, [, value]) => sum + (value ?? 0), 0);
  return (
    <div class="charts">
      <Chart title={title} quantity={quantity} points={points} format={credits} />
      <Bars
        title={
          total === 0 ? "Every report was counted" : `${count(total)} reports were not counted`
        }
        rows={reasons.map(([reason, value]) => [words(reason), value ?? 0])}
      />
    </div>
  );
}

function Attributed(props: Attribution & { exchange: Exchange; reload: () => void }) {
  const { totals, series, conversions, invalidTraffic, postbackLog } = props;
  const [error, setError] = useState<CallError>();
  const replay = ({ postbackId, eventId }: PostbackLogEntry) => {
    setError(undefined);
    props.exchange
      .call("replay_postback", { postbackId, eventId })
      .then(props.reload, (caught) => setError(callError(caught)));
  };
  return (
    <>
      <Days
        title={`${roundedCredits(totals.spendCredits)} spent`}
        quantity="spent, credits"
        series={series}
        timezone="UTC"
        invalid={invalidTraffic}
      />
      <h3>Conversions</h3>
      <Table
        caption="Conversions"
        columns={CONVERSIONS}
        rows={conversions}
        keyOf={(path) => path.eventId}
        empty="None yet."
      />
      <h3>Postback log</h3>
      {error === undefined ? null : <Failure error={error} />}
      <Table
        caption="Postback log"
        columns={[...LOG, replayColumn(replay)]}
        rows={postbackLog}
        keyOf={(entry) => entry.attemptId}
        empty={
          <>
            Nothing was sent for this campaign. <code>register_postback</code> names where to.
          </>
        }
      />
    </>
  );
}

const CONVERSIONS: readonly Column<ConversionPath>[] = [
  { name: "When", cell: (path) => <When at={path.occurredAt} /> },
  { name: "Type", cell: (path) => words(path.conversionType) },
  { name: "Touch", cell: (path) => <Touch path={path} /> },
  {
    name: "Order",
    cell: ({ orderId }) => (orderId === undefined ? "" : <Foreign text={orderId} />),
  },
  { name: "Verified", cell: (path) => (path.verified ? "yes" : "no") },
  {
    name: "Charged",
    unit: "credits",
    isNumber: true,
    sortBy: (path) => path.chargedCredits,
    cell: (path) => <Money amount={path.chargedCredits} />,
  },
  { name: "Why not", cell: ({ reason }) => (reason === undefined ? "" : words(reason)) },
];

function Touch({ path: { touch, clickedAt, deliveredAt } }: { path: ConversionPath }) {
  const at = clickedAt ?? deliveredAt;
  if (touch === undefined || at === undefined) return <>none found</>;
  return (
    <>
      {touch} <When at={at} />
    </>
  );
}

const LOG: readonly Column<PostbackLogEntry>[] = [
  { name: "When", cell: (entry) => <When at={entry.createdAt} /> },
  { name: "Message", cell: (entry) => <Id id={entry.eventId} /> },
  { name: "Type", cell: (entry) => words(entry.type) },
  { name: "Attempt", isNumber: true, cell: (entry) => count(entry.attempt) },
  {
    name: "Result",
    cell: ({ status, httpStatus }) => (
      <>
        <Status value={status} /> {httpStatus ?? ""}
      </>
    ),
  },
  {
    name: "Took",
    unit: "ms",
    isNumber: true,
    sortBy: (entry) => entry.durationMs,
    cell: (entry) => count(Math.round(entry.durationMs)),
  },
  {
    name: "Next try",
    cell: ({ nextAttemptAt }) => (nextAttemptAt === undefined ? "" : <When at={nextAttemptAt} />),
  },
];

/** The same message again, with its id and bytes, once nothing else of it is under way. */
function replayColumn(replay: (entry: PostbackLogEntry) => void): Column<PostbackLogEntry> {
  return {
    name: "Do",
    cell: (entry) => (
      <button
        type="button"
        class="quiet"
        disabled={entry.status === "pending"}
        onClick={() => replay(entry)}
      >
        Replay
      </button>
    ),
  };
}
