import { type Point, peakOf } from "./report.ts";

const WIDTH = 120;
const HEIGHT = 24;

/** The days of one row as bars from zero; its label says the largest. */
export function Spark(props: {
  points: readonly Point[] | undefined;
  format: (value: number) => string;
}) {
  const { points, format } = props;
  const peak = points === undefined ? undefined : peakOf(points);
  if (points === undefined || peak === undefined) return null;
  const step = WIDTH / points.length;
  const bars = points.map(({ value }, place) => {
    const height = (value / peak.value) * HEIGHT;
    return `M${place * step},${HEIGHT}v${-height}h${step * 0.8}v${height}z`;
  });
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Peak: ${format(peak.value)} on ${peak.label}`}
    >
      <path d={bars.join("")} />
    </svg>
  );
}
