import type { Campaign } from "../../src/contract/resources/campaign.ts";
import { CampaignDetail } from "./campaign-detail.tsx";
import { Listing } from "./listing.tsx";
import { Explanation, Foreign, Id, Money, Status } from "./parts.tsx";
import type { Session, Side } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

const STATUSES = [
  "pending_review",
  "pending_start",
  "active",
  "paused",
  "exhausted",
  "refunding",
  "completing",
  "canceled",
  "completed",
  "rejected",
] as const satisfies readonly Campaign["status"][];

/** The bookings of one side, or one of them. */
export function Campaigns({ session }: { session: Session }) {
  const { id } = session.address.options;
  if (id !== undefined) return <CampaignDetail key={id} session={session} campaignId={id} />;
  return <CampaignList session={session} />;
}

function CampaignList({ session }: { session: Session }) {
  const { exchange, side, address, round } = session;
  const status = STATUSES.find((known) => known === address.options.status);
  const asked = { role: side, ...(status === undefined ? {} : { status }) };
  const pages = usePages<Campaign>(exchange, "list_campaigns", asked, round);
  return (
    <section aria-labelledby="campaigns-title">
      <h2 id="campaigns-title">Campaigns</h2>
      <label>
        State{" "}
        <select
          value={status ?? ""}
          onChange={(event) => address.choose({ status: event.currentTarget.value })}
        >
          <option value="">all</option>
          {STATUSES.map((known) => (
            <option key={known} value={known}>
              {known.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </label>
      <Listing
        pages={pages}
        caption="Campaigns"
        columns={columnsFor((campaignId) => address.to("campaigns", { id: campaignId }))}
        keyOf={(campaign) => campaign.campaignId}
        empty={EMPTY[side]}
      />
    </section>
  );
}

const EMPTY: Readonly<Record<Side, preact.JSX.Element>> = {
  publisher: (
    <>
      No bookings yet. Every advertiser can book an active, approved placement. To be found, fill in
      title, description and topics under <b>Placements</b>.
    </>
  ),
  advertiser: (
    <>
      No bookings yet. Your agent finds inventory with <code>search_placements</code> and books it
      with <code>create_campaign</code>.
      <Explanation path="/docs/guides/advertiser">Read how</Explanation>
    </>
  ),
};

function columnsFor(hrefOf: (campaignId: string) => string): readonly Column<Campaign>[] {
  return [
    {
      name: "Campaign",
      cell: ({ campaignId, creative }) => (
        <>
          <a href={hrefOf(campaignId)}>
            <Foreign text={creative.text} />
          </a>{" "}
          <Id id={campaignId} />
        </>
      ),
      text: ({ campaignId }) => campaignId,
    },
    { name: "Unit", sortBy: (row) => row.adUnitType, cell: (row) => row.adUnitType },
    { name: "State", sortBy: (row) => row.status, cell: (row) => <Status value={row.status} /> },
    {
      name: "Rate",
      unit: "credits",
      isNumber: true,
      sortBy: (row) => row.rateCredits,
      cell: (row) => <Money amount={row.rateCredits} />,
    },
    {
      name: "Spent",
      unit: "credits",
      isNumber: true,
      sortBy: (row) => row.spentCredits,
      cell: (row) => <Money amount={row.spentCredits} />,
    },
    {
      name: "Remaining",
      unit: "credits",
      isNumber: true,
      sortBy: (row) => row.remainingCredits,
      cell: (row) => <Money amount={row.remainingCredits} />,
    },
  ];
}
