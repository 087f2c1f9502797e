import { AD_UNITS } from "@placard/publisher-kit/units";
import type { AdvertiserMoney, Money } from "../turns/money.ts";
import { Bar } from "./bar.tsx";
import { change, credits, dollars, sumOf } from "./format.ts";
import type { TermName } from "./glossary.ts";
import { OpenConsole } from "./open-console.tsx";
import { Explained, Term } from "./term.tsx";
import type { Session } from "./use-session.ts";

/** Where all credits of the demo's campaigns are. **Units** credits. */
type Accounts = Record<"budget" | "escrow" | "pending" | "earned" | "fee" | "spent", number>;

/** Both sides of every event, as the exchange reports them to each agent. */
export function MoneyPanel({ session }: { session: Session }) {
  const money = session.state?.money ?? undefined;
  const first = session.firstMoney ?? money;
  if (money === undefined || first === undefined) {
    return (
      <>
        <h2>Money</h2>
        <p class="soft">The accounts are being opened.</p>
      </>
    );
  }
  const now = accountsOf(money);
  const before = accountsOf(first);
  return (
    <>
      <h2>Money</h2>
      <p class="soft">
        What each side sees with its own key. Amounts are in <Term of="credit">credits (cr)</Term>.
      </p>
      <div class="charts">
        <Balances now={now} />
        <Moved now={now} before={before} />
      </div>
      <h3>Publishers</h3>
      <ul class="agents">
        {money.publishers.map(({ name }) => (
          <li key={name}>
            {name} <OpenConsole agent={name} as="publisher" />
          </li>
        ))}
      </ul>
      <details class="more">
        <summary>Advertisers, as a table</summary>
        <Advertisers money={money} first={first} />
      </details>
    </>
  );
}

function accountsOf({ advertisers, publisher, feeCredits, spentCredits }: Money): Accounts {
  const escrow = sumOf(advertisers.map(({ escrowedCredits }) => escrowedCredits));
  return {
    budget: sumOf([escrow, spentCredits]),
    escrow,
    pending: publisher.pendingCredits,
    earned: publisher.earnedCredits,
    fee: feeCredits,
    spent: spentCredits,
  };
}

/** Four accounts, each drawn from zero, and the budgets they came from. */
function Balances({ now }: { now: Accounts }) {
  const publishers = sumOf([now.pending, now.earned]);
  return (
    <figure class="chart">
      <figcaption>
        {now.spent === 0
          ? "Nothing is spent yet: all budgets are in escrow"
          : `${credits(now.spent)} spent: ${credits(publishers)} to the publishers, ` +
            `${credits(now.fee)} to the platform`}
      </figcaption>
      <dl class="bars">
        {(["budget", "escrow", "spent", "pending", "earned", "fee"] as const).map((name) => (
          <Row key={name} of={name} amount={now[name]} text={credits(now[name])}>
            <Bar from={0} to={share(now[name], now.budget)} />
          </Row>
        ))}
      </dl>
      <p class="proof">
        {credits(now.budget)} = {credits(now.escrow)} + {credits(now.pending)} +{" "}
        {credits(now.earned)} + {credits(now.fee)}
      </p>
    </figure>
  );
}

/** The same accounts as they changed while this page is open, on a scale of their own. */
function Moved({ now, before }: { now: Accounts; before: Accounts }) {
  const names = ["escrow", "pending", "earned", "fee"] as const;
  const moves = names.map((name) => ({ name, moved: sumOf([now[name], -before[name]]) }));
  const most = Math.max(...moves.map(({ moved }) => Math.abs(moved)));
  const [escrow] = moves;
  return (
    <figure class="chart">
      <figcaption>
        {most === 0
          ? "Nothing has moved since this page was opened"
          : `${credits(Math.abs(escrow?.moved ?? 0))} left escrow since this page was opened`}
      </figcaption>
      <dl class="bars">
        {moves.map(({ name, moved }) => (
          <Row key={name} of={name} amount={moved} text={change(moved)} isMove>
            <Bar from={0.5} to={0.5 + share(moved, most) / 2} />
          </Row>
        ))}
      </dl>
      <p class="proof">
        Sum <strong data-moved="sum">{change(sumOf(moves.map(({ moved }) => moved)))}</strong>
      </p>
    </figure>
  );
}

function share(amount: number, of: number): number {
  return of === 0 ? 0 : amount / of;
}

type RowProps = {
  of: TermName & keyof Accounts;
  amount: number;
  text: string;
  isMove?: boolean;
  children: preact.JSX.Element;
};

function Row({ of, amount, text, isMove, children }: RowProps) {
  const mark = isMove ? { "data-moved": of } : { "data-amount": of };
  return (
    <div>
      <dt>
        <Term of={of} />
      </dt>
      <dd>{children}</dd>
      <dd class="number">
        <strong {...mark}>{text}</strong> <span class="soft under">{dollars(amount)}</span>
      </dd>
    </div>
  );
}

function Advertisers({ money, first }: { money: Money; first: Money }) {
  const before = new Map(first.advertisers.map(({ name, spentCredits }) => [name, spentCredits]));
  return (
    <div class="scroll">
      <table>
        <caption class="spoken">Advertisers, with what they hold and have spent</caption>
        <thead>
          <tr>
            <th scope="col">Advertiser pays</th>
            <th scope="col" class="number">
              <Term of="available" />
            </th>
            <th scope="col" class="number">
              <Term of="escrow" />
            </th>
            <th scope="col" class="number">
              Spent
            </th>
          </tr>
        </thead>
        <tbody>
          {money.advertisers.map((advertiser) => (
            <Advertiser
              key={advertiser.name}
              advertiser={advertiser}
              before={before.get(advertiser.name) ?? 0}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Advertiser({ advertiser, before }: { advertiser: AdvertiserMoney; before: number }) {
  const { name, adUnitType, rateCredits, spentCredits } = advertiser;
  const added = sumOf([spentCredits, -before]);
  const unit = AD_UNITS[adUnitType];
  return (
    <tr>
      <th scope="row">
        {name}
        <span class="soft under">
          {credits(rateCredits)}{" "}
          <Explained meaning={`The advertiser pays when ${unit.paysWhen}.`}>
            {unit.pricedBy === 1 ? `per ${unit.noun}` : `per 1,000 ${unit.noun}s`}
          </Explained>
        </span>
        <OpenConsole agent={name} as="advertiser" />
      </th>
      <Amount of={advertiser.availableCredits} />
      <Amount of={advertiser.escrowedCredits} />
      <td class="number">
        {credits(spentCredits)}
        <span class="soft under">{dollars(spentCredits)}</span>
        {added > 0 ? <span class="added under">+{credits(added)}</span> : null}
      </td>
    </tr>
  );
}

function Amount({ of }: { of: number }) {
  return (
    <td class="number">
      {credits(of)}
      <span class="soft under">{dollars(of)}</span>
    </td>
  );
}
