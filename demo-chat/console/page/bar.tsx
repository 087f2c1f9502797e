const WIDE = 1_000;

/** **Units** `from` and `to` are shares of the whole width. The text beside it says it all. */
export function Bar({ from, to }: { from: number; to: number }) {
  const x = Math.min(from, to) * WIDE;
  return (
    <svg class="bar" viewBox={`0 0 ${WIDE} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width={WIDE} height="10" />
      <rect
        class={to < from ? "less" : "more"}
        x={x}
        width={Math.abs(to - from) * WIDE}
        height="10"
      />
      {from === 0 ? null : <rect class="zero" x={from * WIDE} width="2" height="10" />}
    </svg>
  );
}

/** A stretch of time. A moment is drawn as a line. **Units** as for `Bar`. */
export function Span({ from, to }: { from: number; to: number }) {
  const width = Math.max(12, (to - from) * WIDE);
  return (
    <svg class="bar" viewBox={`0 0 ${WIDE} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="more" x={Math.min(from * WIDE, WIDE - width)} width={width} height="10" />
    </svg>
  );
}
