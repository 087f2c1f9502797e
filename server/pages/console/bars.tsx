import type { ComponentChildren } from "preact";
import { count, counted, words } from "./format.ts";
import { Explanation } from "./parts.tsx";

/** Named numbers as bars from zero, each labelled directly. The text alone says everything. */
export function Bars(props: {
  title: string;
  rows: readonly [string, number][];
  /** Says what would be here. */
  empty?: string;
  children?: ComponentChildren;
}) {
  const { title, rows, empty = "None in this time." } = props;
  const shown = rows.some(([, value]) => value > 0) ? rows : [];
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {shown.length === 0 ? <p class="soft">{empty}</p> : null}
      <dl class="bars">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <progress max={most} value={value} aria-hidden="true" />
            </dd>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      {props.children}
    </figure>
  );
}

/** Reports that charged nothing, by reason. */
export function NotCounted({ reasons }: { reasons: Readonly<Partial<Record<string, number>>> }) {
  const rows = Object.entries(reasons).map(([reason, value = 0]): [string, number] => {
    return [words(reason), value];
  });
  const total = rows.reduce((sum, [, value]) => sum + value, 0);
  return (
    <Bars
      title={total === 0 ? "Every report was counted" : `${counted(total, "report")} not counted`}
      rows={rows}
      empty="A report that is not counted is listed here with its reason."
    >
      <p class="about">
        <Explanation path="/docs/errors#why-a-report-was-not-charged">
          What each reason means
        </Explanation>
      </p>
    </Bars>
  );
}
