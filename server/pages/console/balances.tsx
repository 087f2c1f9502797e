import type { Balance } from "../../src/contract/resources/agent.ts";
import type { Order } from "../../src/contract/resources/wallet.ts";
import { type Action, ActionButton } from "./action.tsx";
import { count, dollars } from "./format.ts";
import { Await, Money } from "./parts.tsx";
import type { Session, Side } from "./session.ts";
import { useLoad } from "./use-load.ts";

const BALANCES: readonly [name: keyof Balance, said: string, side: Side][] = [
  ["availableCredits", "Available for bookings", "advertiser"],
  ["escrowedCredits", "In escrow", "advertiser"],
  ["pendingEarningsCredits", "Pending earnings", "publisher"],
  ["earnedCredits", "Available to cash out", "publisher"],
  ["cashoutPendingCredits", "Cashouts in progress", "publisher"],
];

/** What the account has now, and the ways to more and out. */
export function Balances({ session }: { session: Session }) {
  const { exchange, agent, side, address, round } = session;
  const loaded = useLoad(`balance ${round}`, () => exchange.call<{ balance: Balance }>("whoami"));
  const isShown = (of: Side) => agent.role === "both" || agent.role === of;
  return (
    <section aria-labelledby="balance-title">
      <h2 id="balance-title">Balance</h2>
      <Await loaded={loaded} what="the balance">
        {({ balance }) => (
          <dl class="balances">
            {BALANCES.filter(([, , of]) => isShown(of)).map(([name, said]) => (
              <div key={name}>
                <dt>{said}</dt>
                <dd>
                  <Money amount={balance[name]} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Await>
      <p class="buttons">
        {isShown("advertiser") ? <BuyCredits session={session} /> : null}
        {side === "publisher" ? <a href={address.to("cashouts")}>Cash out</a> : null}
        <a href={address.to("ledger")}>Ledger</a>
      </p>
    </section>
  );
}

interface Pack {
  readonly packId: string;
  readonly credits: number;
  readonly priceUsd: number;
}

function BuyCredits({ session }: { session: Session }) {
  const loaded = useLoad("packs", async () => {
    const answer = await fetch("/api/public/info");
    const { creditPacks }: { creditPacks: Pack[] } = await answer.json();
    return creditPacks;
  });
  return <ActionButton<Order> session={session} action={purchaseOf(loaded.data ?? [])} />;
}

function purchaseOf(packs: readonly Pack[]): Action<Order> {
  return {
    label: "Buy credits",
    isMain: true,
    title: "Buy credits",
    says: (
      <>
        <p>The next step opens an order. Nothing is charged before you pay on the checkout page.</p>
        <ul>
          {packs.map(({ packId, credits, priceUsd }) => (
            <li key={packId}>
              <b>{packId}</b>: {count(credits)} credits for {dollars(priceUsd * 100)}
            </li>
          ))}
        </ul>
      </>
    ),
    tool: "buy_credits",
    fields: [
      { name: "packId", label: "Pack", kind: "choice", choices: packs.map((pack) => pack.packId) },
    ],
    isDisabled: packs.length === 0,
    done: "The order is open. Its credits arrive when it is paid.",
    result: ({ checkoutUrl, credits, priceUsd }) => (
      <>
        <p>The checkout page opens in a new tab. When it has confirmed the payment, press Close.</p>
        <p>
          <a class="button" href={checkoutUrl} target="_blank" rel="noopener noreferrer">
            Pay {dollars(priceUsd * 100)} for {count(credits)} credits
          </a>
        </p>
      </>
    ),
  };
}
