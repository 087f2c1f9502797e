import { useMemo } from "preact/hooks";
import type { Campaign } from "../../src/contract/resources/campaign.ts";
import type { PostbackLogEntry } from "../../src/contract/resources/postback.ts";
import type { ConversionPath } from "../../src/contract/resources/report.ts";
import { ActionButton } from "./action.tsx";
import { NotCounted } from "./bars.tsx";
import { CampaignActions } from "./campaign-actions.tsx";
import { Chart } from "./chart.tsx";
import { CouponList } from "./coupons.tsx";
import type { Exchange } from "./exchange.ts";
import { conversionWords, count, credits, postbackWords, words } from "./format.ts";
import { Messages } from "./messages.tsx";
import { Await, Foreign, Id, Money, Status, When } from "./parts.tsx";
import { type Attribution, type Bucket, moneyOf, pointsOf, type Report } from "./report.ts";
import type { Session } from "./session.ts";
import { type Column, Table } from "./table.tsx";
import { Unbilled } from "./unbilled.tsx";
import { useLoad } from "./use-load.ts";

/** One campaign: its state, what can be done about it, its days, conversions, messages. */
export function CampaignDetail({ session, campaignId }: { session: Session; campaignId: string }) {
  const { exchange, side, address, round } = session;
  const loaded = useLoad(`${campaignId} ${round}`, () =>
    exchange.call<Campaign>("get_campaign", { campaignId }),
  );
  return (
    <section aria-labelledby="detail-title">
      <p>
        <a href={address.to("campaigns")}>All campaigns</a>
      </p>
      <h2 id="detail-title">
        Campaign <Id id={campaignId} />
      </h2>
      <Await loaded={loaded} what="the campaign">
        {(campaign) => (
          <>
            <Facts campaign={campaign} />
            {side === "advertiser" ? (
              <CampaignActions session={session} campaign={campaign} />
            ) : null}
          </>
        )}
      </Await>
      {side === "publisher" ? (
        <Earned exchange={exchange} campaignId={campaignId} />
      ) : (
        <>
          <h3>Coupons</h3>
          <CouponList session={session} campaignId={campaignId} />
          <Attribute session={session} campaignId={campaignId} />
        </>
      )}
      <Messages session={session} campaignId={campaignId} />
    </section>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const { creative, status, adUnitType, rateCredits, dailyCapCredits } = campaign;
  return (
    <dl class="facts">
      <dt>Creative</dt>
      <dd>
        <bdi dir="auto">{creative.text}</bdi>
        {creative.reviewStatus === "approved" ? null : (
          <>
            {" "}
            <Status value={creative.reviewStatus} /> {creative.reviewReason}
          </>
        )}
      </dd>
      <dt>State</dt>
      <dd>
        <Status value={status} />
      </dd>
      <dt>Rate</dt>
      <dd>
        <Money amount={rateCredits} /> {adUnitType}
      </dd>
      <dt>Budget</dt>
      <dd>
        <Money amount={campaign.budgetCredits} />
      </dd>
      <dt>Spent</dt>
      <dd>
        <Money amount={campaign.spentCredits} />
      </dd>
      <dt>Remaining</dt>
      <dd>
        <Money amount={campaign.remainingCredits} />
      </dd>
      {dailyCapCredits === undefined ? null : (
        <>
          <dt>Daily cap</dt>
          <dd>
            <Money amount={dailyCapCredits} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** The publisher's half: what the campaign brought, and what was not counted. */
function Earned({ exchange, campaignId }: { exchange: Exchange; campaignId: string }) {
  const loaded = useLoad(campaignId, () =>
    exchange.call<Report>("get_publisher_report", { period: "daily", campaignId }),
  );
  return (
    <Await loaded={loaded} what="the report">
      {({ totals, series, timezone, unbilled = [] }) => (
        <>
          <Days
            title={`${credits(moneyOf(totals))} earned in 30 days`}
            quantity="earned, credits"
            series={series}
            timezone={timezone}
            invalid={totals.invalidByReason}
          />
          <Unbilled events={unbilled} />
        </>
      )}
    </Await>
  );
}

function Attribute({ session, campaignId }: { session: Session; campaignId: string }) {
  const loaded = useLoad(`${campaignId} ${session.round}`, () =>
    session.exchange.call<Attribution>("get_attribution", { campaignId, groupBy: "day" }),
  );
  return (
    <Await loaded={loaded} what="the report">
      {(attribution) => <Attributed attribution={attribution} session={session} />}
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
  return (
    <div class="charts">
      <Chart title={title} quantity={quantity} points={points} format={credits} />
      <NotCounted reasons={invalid} />
    </div>
  );
}

function Attributed(props: { attribution: Attribution; session: Session }) {
  const { totals, series, conversions, invalidTraffic, unbilled, postbackLog } = props.attribution;
  return (
    <>
      <Days
        title={`${credits(totals.spendCredits)} spent in 30 days`}
        quantity="spent, credits"
        series={series}
        timezone="UTC"
        invalid={invalidTraffic}
      />
      <Unbilled events={unbilled} />
      <h3>Conversions</h3>
      <Table
        caption="Conversions"
        columns={CONVERSIONS}
        rows={conversions}
        keyOf={(path) => path.eventId}
        empty="No conversions yet."
      />
      <h3>Webhook log</h3>
      <Table
        caption="Webhook log"
        columns={[...LOG, replayColumn(props.session)]}
        rows={postbackLog}
        keyOf={(entry) => entry.attemptId}
        empty={<NoMessages session={props.session} />}
      />
    </>
  );
}

/** A webhook that exists waits for something to send; without one there is something to do. */
function NoMessages({ session: { exchange, round } }: { session: Session }) {
  const webhooks = useLoad(`webhooks ${round}`, () =>
    exchange.call<{ items: object[] }>("list_postbacks", { status: "active", limit: 1 }),
  );
  if (webhooks.data?.items.length === 0) {
    return (
      <>
        No messages about this campaign yet. Add a webhook under <b>Webhooks</b>.
      </>
    );
  }
  return <>No messages about this campaign yet.</>;
}

const CONVERSIONS: readonly Column<ConversionPath>[] = [
  { name: "When", cell: (path) => <When at={path.occurredAt} /> },
  { name: "Type", cell: (path) => conversionWords(path.conversionType) },
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
  { name: "Type", cell: (entry) => postbackWords(entry.type) },
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

/** The same message again, with its id and bytes, once no other attempt at it is pending. */
function replayColumn(session: Session): Column<PostbackLogEntry> {
  return {
    name: "Actions",
    cell: ({ postbackId, eventId, status }) => (
      <ActionButton
        session={session}
        action={{
          label: "Replay",
          about: eventId,
          title: "Send this message again",
          says: <p>The webhook receives the same message again, with its old id and bytes.</p>,
          tool: "replay_postback",
          args: { postbackId, eventId },
          isDisabled: status === "pending",
          done: "The message is sent again.",
        }}
      />
    ),
  };
}
