import { CONTROL, findInvisible } from "./characters.ts";
import { TEMPLATE } from "./structure.ts";
import { plainView, type Span, spansOf } from "./view.ts";

/** Everything that ends a line, and the tab. */
export const LINE_BREAKS = /[\n\r\t\v\f\u0085\u2028\u2029]+/g;
/** Most titles are only this. */
const CLEAN = /^[\p{L}\p{N}.,;:!?'"&()+/%-]+(?: [\p{L}\p{N}.,;:!?'"&()+/%-]+)*$/u;

/**
 * A foreign text as one line of data: without line breaks, control and invisible characters, and
 * tokens of chat templates. For texts that are cleaned instead of refused, such as those of feeds.
 */
export function cleanLine(text: string): string {
  if (CLEAN.test(text)) return text;
  const line = text.replace(LINE_BREAKS, " ").replace(CONTROL, "");
  const shown = without(line, findInvisible(line));
  return without(shown, spansOf(plainView(shown), TEMPLATE))
    .replace(/ {2,}/g, " ")
    .trim();
}

function without(text: string, spans: readonly Span[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    if (start > from) kept += text.slice(from, start);
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}
