import type { AdUnitType, ContextUse, PlacementKind } from "../../src/contract/enums.ts";
import type { Placement } from "../../src/contract/resources/placement.ts";
import { type Action, ActionButton } from "./action.tsx";
import type { Field } from "./form.tsx";
import { count, credits } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Foreign, Id, Money, Status } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

/** The publisher's own inventory with what it brought. */
export function Placements({ session }: { session: Session }) {
  const { exchange, round } = session;
  const pages = usePages<Placement>(exchange, "list_placements", {}, round);
  return (
    <section aria-labelledby="placements-title">
      <h2 id="placements-title">Placements</h2>
      <p class="buttons">
        <ActionButton session={session} action={CREATE} />
      </p>
      <Listing
        pages={pages}
        caption="Placements"
        columns={[...COLUMNS, actions(session)]}
        keyOf={(placement) => placement.placementId}
        empty="No placements yet. A placement is one ad unit at one rate that advertisers can book."
      />
    </section>
  );
}

const KINDS = [
  "chat_sidebar",
  "agent_response",
  "tool_result",
  "marketplace_listing",
  "sponsored_tool",
  "general",
] as const satisfies readonly PlacementKind[];
const UNITS = [
  "cpm",
  "cpc",
  "cpr",
  "cpd",
  "cpia",
  "cppromo",
  "cpa",
  "cpl",
  "cpi",
] as const satisfies readonly AdUnitType[];
const CONTEXT_USES = [
  "presentation_only",
  "reasoning_context",
] as const satisfies readonly ContextUse[];

/** What a publisher sets when it lists a placement, and may change later. */
function wordsOf(placement?: Placement): readonly Field[] {
  return [
    {
      name: "title",
      label: "Title",
      kind: "text",
      max: 120,
      value: placement?.title ?? "",
      help: "What advertisers see first.",
    },
    {
      name: "description",
      label: "Description",
      kind: "lines",
      value: placement?.description ?? "",
      help: "Who sees it, where and when.",
    },
    {
      name: "topics",
      label: "Topics",
      kind: "list",
      isOptional: true,
      value: placement?.topics.join(", ") ?? "",
      help: "Divided by commas, such as cooking, kitchen.",
    },
  ];
}

const CREATE: Action<unknown> = {
  label: "Add placement",
  isMain: true,
  title: "Add a placement",
  says: <p>Advertisers can book it once it is approved. One placement sells one ad unit.</p>,
  tool: "list_placement",
  fields: [
    ...wordsOf(),
    { name: "kind", label: "Kind", kind: "choice", choices: KINDS },
    { name: "adUnitType", label: "Ad unit", kind: "choice", choices: UNITS },
    {
      name: "rateCredits",
      label: "Rate, credits",
      kind: "number",
      help: "Price of one unit, for cpm of 1,000 impressions. 100 credits are 1 US dollar.",
    },
    {
      name: "contextUse",
      label: "Use in the answer",
      kind: "choice",
      choices: CONTEXT_USES,
      help: "cpr, cpd and cpia need reasoning context: the offer may influence the answer.",
    },
  ],
  done: "The placement is listed.",
};

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
        <Status value={placement.status} />{" "}
        {placement.reviewStatus === "approved" ? null : <Status value={placement.reviewStatus} />}
      </>
    ),
    text: ({ status, reviewStatus }) => `${status} ${reviewStatus}`,
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

function actions(session: Session): Column<Placement> {
  return {
    name: "Actions",
    cell: (placement) =>
      placement.status === "archived" ? (
        ""
      ) : (
        <span class="buttons">
          <ActionButton session={session} action={editOf(placement)} />
          <ActionButton session={session} action={switchOf(placement)} />
          <ActionButton session={session} action={archiveOf(placement)} />
        </span>
      ),
  };
}

function editOf(placement: Placement): Action<unknown> {
  const { placementId, title, rateCredits, floorCredits, revision } = placement;
  return {
    label: "Edit",
    about: title,
    title: "Edit this placement",
    says: (
      <p>
        A new title or description is reviewed before the placement can be booked again. A new rate
        applies to later bookings; running campaigns keep theirs.
      </p>
    ),
    tool: "update_placement",
    // Somebody may have changed it since this page loaded.
    args: { placementId, revision },
    fields: [
      ...wordsOf(placement),
      {
        name: "rateCredits",
        label: "Rate, credits",
        kind: "number",
        value: String(rateCredits),
        help: `The floor of this unit is ${credits(floorCredits)}.`,
      },
    ],
    done: "The placement is changed.",
  };
}

function switchOf({ placementId, title, status }: Placement): Action<unknown> {
  const isPaused = status === "paused";
  return {
    label: isPaused ? "Resume" : "Pause",
    about: title,
    title: isPaused ? "Resume this placement" : "Pause this placement",
    says: isPaused ? (
      <p>Its campaigns are delivered again, and advertisers can book it.</p>
    ) : (
      <p>Its campaigns are not delivered, and nobody can book it, until you resume it.</p>
    ),
    tool: "update_placement",
    args: { placementId, status: isPaused ? "active" : "paused" },
    done: isPaused ? "The placement is active." : "The placement is paused.",
  };
}

function archiveOf({ placementId, title }: Placement): Action<unknown> {
  return {
    label: "Archive",
    about: title,
    title: "Archive this placement",
    says: <p>Nothing is delivered on it and nobody can book it again. This cannot be undone.</p>,
    tool: "update_placement",
    args: { placementId, status: "archived" },
    isDestructive: true,
    done: "The placement is archived.",
  };
}
