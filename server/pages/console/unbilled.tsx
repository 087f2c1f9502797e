import type { UnbilledEvent } from "../../src/contract/resources/report.ts";
import { Bars } from "./bars.tsx";
import { conversionWords, count, counted, exactTime, words } from "./format.ts";
import { Explanation, Id, When } from "./parts.tsx";
import type { CampaignRow } from "./report.ts";
import { type Column, Table } from "./table.tsx";

/** The single events of a campaign that were not billed. */
export function Unbilled({ events }: { events: readonly UnbilledEvent[] }) {
  return (
    <>
      <h3>Events that were not billed</h3>
      <Table
        caption="Events that were not billed"
        columns={COLUMNS}
        rows={events}
        keyOf={({ eventId }) => eventId}
        empty="Every event of these 30 days was billed."
      />
      {events.length === 0 ? null : (
        <p class="soft">
          The latest of these 30 days.{" "}
          <Explanation path="/docs/errors#why-a-report-was-not-charged">
            What each reason means
          </Explanation>
        </p>
      )}
    </>
  );
}

const COLUMNS: readonly Column<UnbilledEvent>[] = [
  {
    name: "When",
    cell: ({ occurredAt }) => <When at={occurredAt} />,
    text: ({ occurredAt }) => exactTime(occurredAt),
  },
  { name: "Kind", sortBy: ({ event }) => event, cell: ({ event }) => conversionWords(event) },
  { name: "Reason", sortBy: (event) => reasonOf(event), cell: reasonOf },
  {
    name: "Number",
    isNumber: true,
    sortBy: ({ quantity }) => quantity,
    cell: ({ quantity }) => count(quantity),
  },
  {
    name: "Click ID",
    cell: ({ clickId }) => (clickId === undefined ? "" : <Id id={clickId} />),
    text: ({ clickId }) => clickId,
  },
];

const REASONS: Readonly<Record<string, string>> = {
  duplicate: "duplicate: its delivery has such an event already",
  not_billing_unit: "the campaign pays for something else",
};

function reasonOf({ reason }: UnbilledEvent): string {
  return REASONS[reason ?? ""] ?? words(reason ?? "");
}

/** Events that were counted in campaigns that pay for something else; a rate may still use them. */
export function OtherUnits({ items }: { items: readonly CampaignRow[] }) {
  const sum = (of: (row: CampaignRow) => number, paid: readonly CampaignRow["adUnitType"][]) =>
    items.reduce((all, row) => (paid.includes(row.adUnitType) ? all : all + of(row)), 0);
  const impressions = sum((row) => row.impressions, ["cpm", "cpia"]);
  const clicks = sum((row) => row.clicks, ["cpc"]);
  if (impressions + clicks === 0) return null;
  return (
    <Bars
      title={`${counted(impressions + clicks, "event")} counted and not paid for`}
      rows={Object.entries({ clicks, impressions }).filter(([, number]) => number > 0)}
    >
      <p class="about">
        Their campaigns pay for another event: a cpm campaign only for impressions, a cpc campaign
        only for clicks. Open a campaign below to see each event.
      </p>
    </Bars>
  );
}
