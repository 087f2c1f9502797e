import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { Bars } from "./bars.tsx";
import type { Point } from "./report.ts";
import { Table } from "./table.tsx";

const HEIGHT_PX = 200;
const BAR_SHARE = 0.7;
const BAR_MAX_PX = 36;
/** Enough room for a label such as `20 Nov`. */
const LABEL_PX = 64;

/**
 * Bars over time for one quantity. The title states what they show, and everything in the picture
 * is also in the table under it.
 */
export function Chart(props: {
  title: string;
  quantity: string;
  points: readonly Point[];
  format: (value: number) => string;
}) {
  const { title, quantity, points, format } = props;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current === null) return undefined;
    return draw(frame.current, points, format);
  }, [points, format]);
  if (points.every(({ value }) => value === 0)) return <Bars title={title} rows={[]} />;
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={frame} role="img" aria-label={title} />
      <details>
        <summary>As a table</summary>
        <Table
          caption={`${quantity} by time`}
          columns={[
            { name: "Time", cell: (point: Point) => point.label },
            {
              name: quantity,
              isNumber: true,
              sortBy: (point) => point.value,
              cell: (point) => format(point.value),
            },
          ]}
          rows={points}
          keyOf={(point) => String(point.at)}
          empty="Nothing in this time."
        />
      </details>
    </figure>
  );
}

/** Draws into the frame and again whenever its width or the colours change. */
function draw(
  frame: HTMLElement,
  points: readonly Point[],
  format: (value: number) => string,
): () => void {
  let plot: uPlot | undefined;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const redraw = () => {
    plot?.destroy();
    plot = undefined;
    const width = frame.clientWidth;
    if (width === 0) return;
    plot = new uPlot(optionsOf(width, points, format), dataOf(points), frame);
  };
  const size = new ResizeObserver(() => {
    if (plot === undefined || plot.width !== frame.clientWidth) redraw();
  });
  size.observe(frame);
  dark.addEventListener("change", redraw);
  return () => {
    size.disconnect();
    dark.removeEventListener("change", redraw);
    plot?.destroy();
  };
}

function dataOf(points: readonly Point[]): uPlot.AlignedData {
  return [points.map((_, place) => place), points.map((point) => point.value)];
}

/** Places are the days' numbers, not times: every bucket is as wide as the next. */
function optionsOf(
  width: number,
  points: readonly Point[],
  format: (value: number) => string,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const probe = resolver();
  const ink = probe(colour("--ink-soft"));
  const line = { stroke: probe(colour("--line")), width: 1 };
  const accent = probe(colour("--accent"));
  probe.end();
  const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_MAX_PX] });
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.5, points.length - 0.5] }, y: { range: yRange } },
    axes: [
      {
        stroke: ink,
        grid: { show: false },
        ticks: { show: false },
        space: LABEL_PX,
        gap: 10,
        size: 32,
        incrs: [1, 2, 5, 7, 10, 14],
        values: (_, places) => places.map((place) => points[place]?.label ?? ""),
      },
      {
        stroke: ink,
        grid: line,
        ticks: { show: false },
        size: 72,
        values: (_, values) => values.map(format),
      },
    ],
    series: [
      {},
      {
        fill: accent,
        stroke: accent,
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      },
    ],
  };
}

/** From zero, and never without height. */
function yRange(_: uPlot, __: number, max: number): uPlot.Range.MinMax {
  return [0, max > 0 ? max * 1.1 : 1];
}

/** A canvas does not support `light-dark()`: an element of the page has the computed color. */
function resolver(): ((value: string) => string) & { end(): void } {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const resolve = (value: string) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  return Object.assign(resolve, { end: () => probe.remove() });
}
