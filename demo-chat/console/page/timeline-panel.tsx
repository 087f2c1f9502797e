import type { TurnLog } from "../wire.ts";
import { Code } from "./calls.tsx";
import { elapsed } from "./format.ts";
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
  onToggle: (isOpen: boolean) => void;
  onSteps: (steps: number[]) => void;
};

function Turn({ log, isOpen, steps, onToggle, onSteps }: TurnProps) {
  const toggle = (number: number) =>
    onSteps(
      steps.includes(number)
        ? steps.filter((known) => known !== number)
        : [...steps, number].toSorted((one, other) => one - other),
    );
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
                  <span>{step.text}</span>
                </button>
                {steps.includes(place + 1) ? <StepDetails step={step} /> : null}
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
