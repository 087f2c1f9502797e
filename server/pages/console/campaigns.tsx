import { useState } from "preact/hooks";
import type { Campaign } from "../../src/contract/resources/campaign.ts";
import { CampaignDetail } from "./campaign-detail.tsx";
import { Listing } from "./listing.tsx";
import { Foreign, Id, Money, Status } from "./parts.tsx";
import type { Session, Side } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

const STATUSES = ["active", "paused", "exhausted", "completed", "canceled"] as const;

/** The bookings of one side; one of them opens under the list. */
export function Campaigns(session: Session) {
  const { exchange, side } = session;
  const [status, setStatus] = useState("");
  const [opened, setOpened] = useState<string>();
  const pages = usePages<Campaign>(exchange, "list_campaigns", {
    role: side,
    ...(status === "" ? {} : { status }),
  });
  return (
    <>
      <section aria-labelledby="campaigns-title">
        <h2 id="campaigns-title">Campaigns</h2>
        <label>
          State{" "}
          <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            <option value="">all</option>
            {STATUSES.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </select>
        </label>
        <Listing
          pages={pages}
          caption="Campaigns"
          columns={columnsFor(opened, setOpened)}
          keyOf={(campaign) => campaign.campaignId}
          empty={EMPTY[side]}
        />
      </section>
      {opened === undefined ? null : (
        <CampaignDetail key={opened} {...session} campaignId={opened} />
      )}
    </>
  );
}

const EMPTY: Readonly<Record<Side, preact.JSX.Element>> = {
  publisher: <>Nobody has booked yet. An active, approved placement can be booked by anyone.</>,
  advertiser: (
    <>
      Nothing booked yet. <code>search_placements</code> finds inventory,{" "}
      <code>create_campaign</code> books it.
    </>
  ),
};

function columnsFor(
  opened: string | undefined,
  open: (campaignId: string | undefined) => void,
): readonly Column<Campaign>[] {
  return [
    {
      name: "Campaign",
      cell: ({ campaignId, creative }) => (
        <>
          <Foreign text={creative.text} /> <Id id={campaignId} />
        </>
      ),
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
    {
      name: "Details",
      cell: ({ campaignId }) => (
        <button
          type="button"
          class="quiet"
          aria-expanded={opened === campaignId}
          onClick={() => open(opened === campaignId ? undefined : campaignId)}
        >
          {opened === campaignId ? "Close" : "Open"}
        </button>
      ),
    },
  ];
}
