import { useState } from "preact/hooks";
import type { Entry } from "../../src/contract/resources/wallet.ts";
import { words } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Id, Money, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

const TYPES = [
  "credit_purchase",
  "purchase_reversal",
  "escrow_hold",
  "escrow_release",
  "campaign_spend",
  "earning_pending",
  "earning_matured",
  "earning_reversed",
  "cashout_hold",
  "cashout_paid",
  "cashout_returned",
  "adjustment",
] as const satisfies readonly Entry["type"][];

const COLUMNS: readonly Column<Entry>[] = [
  { name: "When", cell: (entry) => <When at={entry.createdAt} /> },
  { name: "What", cell: (entry) => entry.description },
  { name: "Type", cell: (entry) => words(entry.type) },
  { name: "Account", cell: (entry) => words(entry.account) },
  {
    name: "Amount",
    unit: "credits",
    isNumber: true,
    sortBy: (entry) => entry.amountCredits,
    cell: (entry) => <Money amount={entry.amountCredits} />,
  },
  {
    name: "Balance after",
    unit: "credits",
    isNumber: true,
    cell: (entry) => <Money amount={entry.balanceAfterCredits} />,
  },
  { name: "About", cell: (entry) => <About entry={entry} /> },
];

/** Every movement of the agent's money, newest first, as the exchange booked it. */
export function Ledger({ exchange }: Session) {
  const [type, setType] = useState("");
  const pages = usePages<Entry>(exchange, "wallet", type === "" ? {} : { type });
  return (
    <section aria-labelledby="ledger-title">
      <h2 id="ledger-title">Ledger</h2>
      <label>
        Type{" "}
        <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
          <option value="">all</option>
          {TYPES.map((known) => (
            <option key={known} value={known}>
              {words(known)}
            </option>
          ))}
        </select>
      </label>
      <Listing
        pages={pages}
        caption="Ledger entries"
        columns={COLUMNS}
        keyOf={(entry) => entry.entryId}
        empty="Nothing was booked yet. Credits bought and money earned appear here."
      />
    </section>
  );
}

function About({ entry }: { entry: Entry }) {
  const id = entry.cashoutId ?? entry.orderId ?? entry.campaignId ?? entry.transactionId;
  return <Id id={id} />;
}
