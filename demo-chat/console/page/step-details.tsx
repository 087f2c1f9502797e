import type { DemoState, MoneyMove, TimelineStep } from "../wire.ts";
import { Bar } from "./bar.tsx";
import { Calls } from "./calls.tsx";
import { change, dollars, elapsed, sumOf } from "./format.ts";
import { STEPS } from "./glossary.ts";
import { agentOf, OpenConsole } from "./open-console.tsx";
import { Term } from "./term.tsx";

/** Source: the contract's deadline for a sponsored turn. */
const DEADLINE_MS = 800;

type Props = { step: TimelineStep; state?: DemoState | undefined };

/** A step, opened: what it means, its fields, its calls, and the credits it moved. */
export function StepDetails({ step, state }: Props) {
  const { kind, fields = [], calls = [], moves = [] } = step;
  const { name, meaning } = STEPS[kind];
  return (
    <div class="details">
      <p>
        <strong>{name}.</strong> {meaning}
      </p>
      {fields.length === 0 ? null : (
        <dl class="fields">
          {fields.map((field, place) => (
            <div key={place}>
              <dt>{field.name}</dt>
              <dd>
                <bdi dir="auto">{field.value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Deadline step={step} />
      <Calls calls={calls} />
      {moves.length === 0 ? null : <Moves moves={moves} />}
      <p class="row openers">
        {moves.flatMap(({ account }) => {
          const found = agentOf(account, state);
          return found === undefined ? [] : [<OpenConsole key={account} {...found} />];
        })}
      </p>
    </div>
  );
}

/** What may keep the reader's cards waiting, against what the kit waits at most. */
function Deadline({ step: { kind, atMs, calls = [] } }: { step: TimelineStep }) {
  const tookMs = kind === "cards" ? atMs : calls[0]?.durationMs;
  if (tookMs === undefined || !TIMED.has(kind)) return null;
  return (
    <div class="deadline">
      <Bar from={0} to={Math.min(1, tookMs / DEADLINE_MS)} />
      <span class="number soft">
        {elapsed(tookMs)} of {elapsed(DEADLINE_MS)}
      </span>
    </div>
  );
}

const TIMED: ReadonlySet<TimelineStep["kind"]> = new Set(["search", "delivery", "cards"]);

/** Accounts by name with what each gained or lost. The last row proves that nothing is lost. */
function Moves({ moves }: { moves: readonly MoneyMove[] }) {
  const sum = sumOf(moves.map(({ amountCredits }) => amountCredits));
  return (
    <>
      <h4>
        <Term of="ledger">Credits moved</Term>
      </h4>
      <table class="moves">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="number">
              Credits
            </th>
            <th scope="col" class="number">
              Dollars
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ account, amountCredits }, place) => (
            <tr key={place}>
              <th scope="row">{account}</th>
              <td class="number">{change(amountCredits)}</td>
              <td class="number soft">{dollars(amountCredits)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td class="number">
              <strong data-amount="moved">{change(sum)}</strong>
            </td>
            <td class="number soft">{dollars(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
