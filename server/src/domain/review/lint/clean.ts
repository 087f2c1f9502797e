import { CONTROL, findInvisible } from "./characters.ts";
import { TEMPLATE } from "./structure.ts";
import { plainText, plainView, type Span, spansOf } from "./view.ts";

/** Everything that ends a line, and the tab. */
export const LINE_BREAKS = /[\n\r\t\v\f\u0085\u2028\u2029]+/g;
/** What every invisible character is among: a feed has a hundred million characters to look at. */
const UNSEEN =
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u2800\ufffc]/u;
/** What every token of a template has, in the plain view. */
const TOKEN_SIGN = /[<|[#_\u2581]|endoftext/i;
const SIGNS = /[<>|[\]#_\u2581]/g;
/** Taking a token out can join what stood around it into another. */
const PASSES_MAX = 3;
/** What a line of printable ASCII and single spaces does not hold. */
const UNCLEAN = /[^\x20-\x7e]|^ | $| {2}/;
const SPACES = /\s{2,}|[^\S ]/g;

/**
 * A foreign text as one line of data: without line breaks, control and invisible characters, and
 * tokens of chat templates. For texts that are cleaned instead of refused, such as those of feeds.
 */
export function cleanLine(text: string): string {
  if (!UNCLEAN.test(text) && !TOKEN_SIGN.test(text)) return text;
  const line = text.replace(LINE_BREAKS, " ").replace(CONTROL, "");
  const shown = UNSEEN.test(line) ? without(line, findInvisible(line)) : line;
  return withoutTokens(shown).replace(SPACES, " ").trim();
}

function withoutTokens(text: string): string {
  let left = text;
  for (let pass = 0; pass <= PASSES_MAX; pass += 1) {
    if (!TOKEN_SIGN.test(left.normalize("NFKD")) || plainText(left).search(TEMPLATE) < 0)
      return left;
    left = without(left, spansOf(plainView(left), TEMPLATE));
  }
  return left.normalize("NFKC").replace(SIGNS, " ");
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
