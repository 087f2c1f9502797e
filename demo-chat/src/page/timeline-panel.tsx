import type { TurnLog } from "../chat/timeline.ts";
import { elapsed } from "./format.ts";

/** What happened on each turn, the newest first and open. */
export function TimelinePanel({ turns }: { turns: readonly TurnLog[] }) {
  const [latest, ...earlier] = turns.toReversed();
  return (
    <section class="panel timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">What happened</h2>
      {latest === undefined ? (
        <p class="soft">Each question shows here what was asked, delivered, reported and paid.</p>
      ) : (
        <Turn log={latest} />
      )}
      {earlier.length > 0 ? (
        <details class="more">
          <summary>Earlier questions</summary>
          {earlier.map((log) => (
            <Turn key={log.id} log={log} />
          ))}
        </details>
      ) : null}
    </section>
  );
}

function Turn({ log }: { log: TurnLog }) {
  return (
    <div class="turn">
      <h3>{log.text}</h3>
      <ol>
        {log.entries.map(({ atMs, step, text }, place) => (
          <li key={place} class={step}>
            <span class="number soft">{elapsed(atMs)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
