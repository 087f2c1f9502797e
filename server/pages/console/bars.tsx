import { count } from "./format.ts";

/** Named numbers as bars from zero, each labelled directly. The text alone says everything. */
export function Bars({ title, rows }: { title: string; rows: readonly [string, number][] }) {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <dl class="bars">
        {rows.map(([name, value]) => (
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
