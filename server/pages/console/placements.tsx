import type { Placement } from "../../src/contract/resources/placement.ts";
import { count } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Foreign, Id, Money, Status } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

const COLUMNS: readonly Column<Placement>[] = [
  {
    name: "Placement",
    sortBy: (placement) => placement.title,
    cell: (placement) => (
      <>
        <Foreign text={placement.title} /> <Id id={placement.placementId} />
      </>
    ),
  },
  { name: "Unit", cell: (placement) => placement.adUnitType, sortBy: (row) => row.adUnitType },
  {
    name: "State",
    cell: (placement) => (
      <>
        <Status value={placement.status} /> <Status value={placement.reviewStatus} />
      </>
    ),
  },
  {
    name: "Rate",
    unit: "credits",
    isNumber: true,
    sortBy: (placement) => placement.rateCredits,
    cell: (placement) => <Money amount={placement.rateCredits} />,
  },
  {
    name: "Deliveries",
    isNumber: true,
    sortBy: (placement) => placement.stats.deliveries,
    cell: (placement) => count(placement.stats.deliveries),
  },
  {
    name: "Events",
    isNumber: true,
    sortBy: (placement) => placement.stats.events,
    cell: (placement) => count(placement.stats.events),
  },
  {
    name: "Earned",
    unit: "credits",
    isNumber: true,
    sortBy: (placement) => placement.stats.earnedCredits,
    cell: (placement) => <Money amount={placement.stats.earnedCredits} />,
  },
];

/** The publisher's own inventory with what it brought. */
export function Placements({ exchange }: Session) {
  const pages = usePages<Placement>(exchange, "list_placements", {});
  return (
    <section aria-labelledby="placements-title">
      <h2 id="placements-title">Placements</h2>
      <Listing
        pages={pages}
        caption="Placements"
        columns={COLUMNS}
        keyOf={(placement) => placement.placementId}
        empty={
          <>
            No placement yet. <code>list_placement</code> makes one that advertisers can book.
          </>
        }
      />
    </section>
  );
}
