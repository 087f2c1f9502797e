import type { DemoState, TimelineStep, TurnLog } from "../wire.ts";
import { Span } from "./bar.tsx";
import { Code } from "./calls.tsx";
import { credits, elapsed, sumOf } from "./format.ts";
import { StepDetails } from "./step-details.tsx";
import type { Session } from "./use-session.ts";

/** What happened on each turn: the newest is open unless another was chosen. */
export function TimelinePanel({ session }: { session: Session }) {
  const { turns, shown, show } = session;
  const open = shown.turn ?? turns.length;
  return (
    <>
      <h2>What happened</h2>
      {turns.length === 0 ? (
        <p class="empty">
          Nothing yet. Ask something in the chat: each question shows here what was asked,
          delivered, reported and paid.
        </p>
      ) : (
        <p class="soft">
          Times count from the question. Open a step for its calls and the credits it moved.
        </p>
      )}
      {turns
        .map((log, place) => (
          <Turn
            key={log.id}
            log={log}
            state={session.state}
            isOpen={place + 1 === open}
            steps={place + 1 === open ? shown.steps : []}
            onToggle={(isOpen) => show({ turn: isOpen ? place + 1 : 0, steps: [] })}
            onSteps={(steps) => show({ turn: place + 1, steps })}
          />
        ))
        .toReversed()}
    </>
  );
}

type TurnProps = {
  log: TurnLog;
  isOpen: boolean;
  steps: readonly number[];
  state: DemoState | undefined;
  onToggle: (isOpen: boolean) => void;
  onSteps: (steps: number[]) => void;
};

function Turn({ log, isOpen, steps, state, onToggle, onSteps }: TurnProps) {
  const toggle = (number: number) =>
    onSteps(
      steps.includes(number)
        ? steps.filter((known) => known !== number)
        : [...steps, number].toSorted((one, other) => one - other),
    );
  const scaleMs = scaleOf(log);
  return (
    <article class="turn">
      <h3>
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          {log.text}
        </button>
      </h3>
      {isOpen ? (
        <>
          <ol class="steps">
            {log.steps.map((step, place) => (
              <li key={step.id} class={step.kind}>
                <button
                  type="button"
                  class="step"
                  aria-expanded={steps.includes(place + 1)}
                  onClick={() => toggle(place + 1)}
                >
                  <span class="number soft">{elapsed(step.atMs)}</span>
                  <Waterfall step={step} scaleMs={scaleMs} />
                  <span class="words">{step.text}</span>
                  <Moved step={step} />
                </button>
                {steps.includes(place + 1) ? <StepDetails step={step} state={state} /> : null}
              </li>
            ))}
          </ol>
          {log.context === "" ? null : (
            <details class="more">
              <summary>The context as the model saw it</summary>
              <Code label="Context" text={log.context} />
            </details>
          )}
          {log.said.includes("[[") ? (
            <details class="more">
              <summary>The answer as the model wrote it</summary>
              <Code label="Answer with its marks" text={log.said} />
            </details>
          ) : null}
        </>
      ) : null}
    </article>
  );
}

/** What follows the answer, such as a click, comes seconds or hours later and is off the scale. */
const DURING: ReadonlySet<TimelineStep["kind"]> = new Set([
  "intent",
  "query",
  "search",
  "delivery",
  "cards",
  "context",
  "answer",
  "citation",
  "unmarked",
]);

function scaleOf({ steps }: TurnLog): number {
  return Math.max(1, ...steps.filter(({ kind }) => DURING.has(kind)).map(({ atMs }) => atMs));
}

/** From the start of the step, or of its calls, to its end, on the scale of the whole answer. */
function Waterfall({ step, scaleMs }: { step: TimelineStep; scaleMs: number }) {
  const { atMs, sinceMs, kind, calls = [] } = step;
  if (!DURING.has(kind)) return <span class="waterfall" />;
  const tookMs = Math.max(0, ...calls.map(({ durationMs }) => durationMs));
  return (
    <span class="waterfall">
      <Span from={(sinceMs ?? Math.max(0, atMs - tookMs)) / scaleMs} to={atMs / scaleMs} />
    </span>
  );
}

/** What left one account and arrived in others. */
function Moved({ step: { moves = [] } }: { step: TimelineStep }) {
  if (moves.length === 0) return null;
  const gains = moves.map(({ amountCredits }) => Math.max(0, amountCredits));
  return <span class="number moved">{credits(sumOf(gains))}</span>;
}
