import { count } from "./format.ts";

/** Named numbers as bars from zero, each labelled directly. The text alone says everything. */
export function Bars({ title, rows }: { title: string; rows: readonly [string, number][] }) {
  const shown = rows.some(([, value]) => value > 0) ? rows : [];
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {shown.length === 0 ? <p class="soft">None in this time.</p> : null}
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
    </figure>
  );
}
