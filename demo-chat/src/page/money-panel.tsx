import { useRef } from "preact/hooks";
import type { AdvertiserMoney, Money } from "../chat/money.ts";
import { credits, dollars } from "./format.ts";

const UNIT_WORDS = {
  cpm: "per 1,000 views",
  cpc: "per click",
  cpia: "per place in the context",
  cpr: "per recommendation",
  cpd: "per decision",
  cpa: "per order",
} as const;

/** Both sides of every event, as the exchange tells each agent. */
export function MoneyPanel({ money }: { money: Money | undefined }) {
  const first = useRef<Money | undefined>(undefined);
  first.current ??= money;
  return (
    <section class="panel money" aria-labelledby="money-title">
      <h2 id="money-title">Money</h2>
      {money === undefined ? (
        <p class="soft">The accounts are being opened.</p>
      ) : (
        <Accounts money={money} first={first.current ?? money} />
      )}
    </section>
  );
}

function Accounts({ money, first }: { money: Money; first: Money }) {
  const { publisher, feeCredits, spentCredits } = money;
  const earned = publisher.pendingCredits + publisher.earnedCredits;
  return (
    <>
      <dl class="sums">
        <Sum name="Advertisers spent" of="spent" amount={spentCredits} />
        <Sum name="Publisher, pending" of="pending" amount={publisher.pendingCredits} />
        {publisher.earnedCredits > 0 ? (
          <Sum name="Publisher, earned" of="earned" amount={publisher.earnedCredits} />
        ) : null}
        <Sum name="Platform fee" of="fee" amount={feeCredits} />
      </dl>
      <p class="soft proof">
        {credits(spentCredits)} = {credits(round(earned))} + {credits(feeCredits)}
      </p>
      <div class="scroll">
        <table>
          <caption class="spoken">
            Advertisers, with what they hold in escrow and have spent
          </caption>
          <thead>
            <tr>
              <th scope="col">Advertiser pays</th>
              <th scope="col" class="number">
                In escrow
              </th>
              <th scope="col" class="number">
                Spent
              </th>
            </tr>
          </thead>
          <tbody>
            {money.advertisers.map((advertiser, place) => (
              <Row
                key={advertiser.name}
                advertiser={advertiser}
                before={first.advertisers[place]?.spentCredits ?? 0}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Sum({ name, of, amount }: { name: string; of: string; amount: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="number">
        <strong data-amount={of}>{credits(amount)}</strong>
        <span class="soft">{dollars(amount)}</span>
      </dd>
    </div>
  );
}

function Row({ advertiser, before }: { advertiser: AdvertiserMoney; before: number }) {
  const { name, adUnitType, rateCredits, escrowedCredits, spentCredits } = advertiser;
  const added = round(spentCredits - before);
  return (
    <tr>
      <th scope="row">
        {name}
        <span class="soft">
          {credits(rateCredits)} {UNIT_WORDS[adUnitType]}
        </span>
      </th>
      <td class="number">
        {credits(escrowedCredits)}
        <span class="soft">{dollars(escrowedCredits)}</span>
      </td>
      <td class="number">
        {credits(spentCredits)}
        <span class="soft">{dollars(spentCredits)}</span>
        {added > 0 ? <span class="added">+{credits(added)}</span> : null}
      </td>
    </tr>
  );
}

/** Amounts have six decimals at most; a sum of two of them must not show a seventh. */
function round(amountCredits: number): number {
  return Math.round(amountCredits * 1_000_000) / 1_000_000;
}
