import type { Cashout } from "../../src/contract/resources/wallet.ts";
import { type Action, ActionButton } from "./action.tsx";
import { credits, exactTime } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Id, Money, Status, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

/** What was paid out in bitcoin, and what is on its way. */
export function Cashouts({ session }: { session: Session }) {
  const { exchange, round } = session;
  const pages = usePages<Cashout>(exchange, "list_cashouts", {}, round);
  return (
    <section aria-labelledby="cashouts-title">
      <h2 id="cashouts-title">Cashouts</h2>
      <p class="buttons">
        <ActionButton session={session} action={REQUEST} />
      </p>
      <Listing
        pages={pages}
        caption="Cashouts"
        columns={[...COLUMNS, actions(session)]}
        keyOf={(cashout) => cashout.cashoutId}
        empty="No cashouts yet. You can cash out once you have earned 500 credits."
      />
    </section>
  );
}

const REQUEST: Action<unknown> = {
  label: "Cash out",
  isMain: true,
  title: "Cash out earnings in bitcoin",
  says: (
    <p>
      The credits leave your earned balance at once and are paid out after approval. 100 credits are
      1 US dollar. The first cashout to a new address waits before it is approved.
    </p>
  ),
  tool: "request_cashout",
  fields: [
    {
      name: "amountCredits",
      label: "Credits",
      kind: "number",
      help: "Whole credits, at least 500.",
    },
    { name: "btcAddress", label: "Bitcoin address", kind: "text", max: 100 },
  ],
  isDestructive: true,
  done: "The cashout is requested.",
};

const COLUMNS: readonly Column<Cashout>[] = [
  {
    name: "Requested",
    cell: ({ createdAt }) => <When at={createdAt} />,
    text: ({ createdAt }) => exactTime(createdAt),
  },
  {
    name: "State",
    sortBy: ({ status }) => status,
    cell: ({ status, held }) => (
      <>
        <Status value={status} /> {held?.explanation}
      </>
    ),
  },
  {
    name: "Amount",
    unit: "credits",
    isNumber: true,
    sortBy: ({ amountCredits }) => amountCredits,
    cell: ({ amountCredits }) => <Money amount={amountCredits} />,
  },
  {
    name: "Address",
    cell: ({ btcAddress }) => <code class="prose">{btcAddress}</code>,
    text: ({ btcAddress }) => btcAddress,
  },
  {
    name: "Transaction",
    cell: ({ txid }) => (txid === undefined ? "" : <code class="prose">{txid}</code>),
    text: ({ txid }) => txid,
  },
  {
    name: "Cashout",
    cell: ({ cashoutId }) => <Id id={cashoutId} />,
    text: ({ cashoutId }) => cashoutId,
  },
];

function actions(session: Session): Column<Cashout> {
  return {
    name: "Actions",
    cell: ({ cashoutId, status, amountCredits }) => (
      <ActionButton
        session={session}
        action={{
          label: "Cancel cashout",
          about: cashoutId,
          title: "Cancel this cashout",
          says: <p>{credits(amountCredits)} return to your earned balance.</p>,
          tool: "cancel_cashout",
          args: { cashoutId },
          isDisabled: status !== "requested" && status !== "approved",
          isDestructive: true,
          done: "The cashout is canceled.",
        }}
      />
    ),
  };
}
