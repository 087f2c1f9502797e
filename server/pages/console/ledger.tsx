import type { Entry } from "../../src/contract/resources/wallet.ts";
import { exactTime, words } from "./format.ts";
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

const idOf = (entry: Entry): string =>
  entry.cashoutId ?? entry.orderId ?? entry.campaignId ?? entry.transactionId;

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: "When",
    cell: (entry) => <When at={entry.createdAt} />,
    text: (entry) => exactTime(entry.createdAt),
  },
  { name: "What", cell: (entry) => entry.description, text: (entry) => entry.description },
  { name: "Type", cell: (entry) => words(entry.type), text: (entry) => entry.type },
  { name: "Account", cell: (entry) => words(entry.account), text: (entry) => entry.account },
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
    text: (entry) => entry.balanceAfterCredits,
    cell: (entry) => <Money amount={entry.balanceAfterCredits} />,
  },
  { name: "Reference", cell: (entry) => <Id id={idOf(entry)} />, text: idOf },
];

/** Every movement of the agent's money, newest first, as the exchange booked it. */
export function Ledger({ session }: { session: Session }) {
  const { exchange, address, round } = session;
  const type = TYPES.find((known) => known === address.options.type);
  const pages = usePages<Entry>(exchange, "wallet", type === undefined ? {} : { type }, round);
  return (
    <section aria-labelledby="ledger-title">
      <h2 id="ledger-title">Ledger</h2>
      <label>
        Type{" "}
        <select
          value={type ?? ""}
          onChange={(event) => address.choose({ type: event.currentTarget.value })}
        >
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
        empty="No entries yet. Purchases, bookings and earnings appear here."
      />
    </section>
  );
}
