/** Who a text is for, where rules differ. */
export type Audience = "shoppers" | "coupon" | "placement";

/**
 * A rule about words: it is tried where a word (or the first of several) is one of `start`, and
 * holds when `next` follows. Alternatives are separated by `|`; one that ends in `*` stands for
 * every word that begins so. `next` is a pattern in which a `_` is any few words of the same
 * sentence (`_3` up to three).
 */
export interface PhraseRule {
  readonly start: string;
  readonly next: string;
  /** Holds only where a clause begins, as an order does: "we always recommend" is none. */
  readonly isOrder?: true;
  /** Not after these words, such as `never|not`. */
  readonly notAfter?: string;
  /** Profiles in which the rule does not hold. */
  readonly except?: readonly Audience[];
}

export interface CompiledRule {
  readonly rule: PhraseRule;
  /** Sticky: tried at the start of a word only. */
  readonly pattern: RegExp;
}

/** Rules by the first letters of the words they are tried at. */
export type RuleIndex = ReadonlyMap<string, readonly CompiledRule[]>;

/** Long enough to try few rules in vain, short enough for stems. */
const KEY_LENGTH = 4;

export function keyOf(word: string): string {
  return word.slice(0, KEY_LENGTH);
}

/** What may stand before an order. */
const CLAUSE_START = [
  "\\.|,|:|and|then|please|kindly|also|to|must|should|shall|you|now|instead|so|just|or|will|but",
  "y|et|und|bitte|ou|oder|e|o|i|por favor|siempre|immer|toujours|sempre|en|och|ve",
].join("|");

const GAP_DEFAULT = 4;

export function compileRules(rules: readonly PhraseRule[]): RuleIndex {
  const index = new Map<string, CompiledRule[]>();
  for (const rule of rules) {
    const compiled = { rule, pattern: patternOf(rule) };
    for (const key of keysOf(rule.start)) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [compiled]);
      else if (!known.includes(compiled)) known.push(compiled);
    }
  }
  return index;
}

function patternOf({ start, next, isOrder, notAfter }: PhraseRule): RegExp {
  const before = isOrder === true ? `(?<= (?:${CLAUSE_START}) )` : "";
  const unlike = notAfter === undefined ? "" : `(?<! (?:${notAfter}) )`;
  const rest = next === "" ? "" : gapped(next);
  return new RegExp(`${before}${unlike}(?:${expanded(start)})${rest} `, "y");
}

/** `_3 x` becomes up to three words and then x; every other space is one space. */
function gapped(next: string): string {
  const parts = next.split(/\s*_(\d*)\s*/);
  return parts
    .map((part, place) => {
      if (place % 2 === 1) return `(?: [^ .]+){0,${part === "" ? GAP_DEFAULT : part}}? `;
      return part;
    })
    .join("")
    .replace(/^(?! |\(\?: \[|\(\?! )/, " ");
}

function expanded(words: string): string {
  return words.replaceAll("*", "[^ ]*");
}

function keysOf(start: string): string[] {
  return start.split("|").map((one) => {
    const [word = ""] = one.split(/[ *]/);
    return keyOf(word);
  });
}
