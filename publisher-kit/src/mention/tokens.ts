/** Words of an answer or a title, folded so that spelling makes no difference. */
export type Token = {
  /** Lower case without accents, apostrophes and a possessive ending. */
  key: string;
  /** `key` without its plural ending. */
  stem: string;
  start: number;
  end: number;
  capital: boolean;
  possessive: boolean;
};

/** "SPF50" is "SPF 50" and "QuietAir" is "Quiet Air": words end where digits or capitals begin. */
const WORD = new RegExp(
  "\\p{N}+|\\p{Lu}?[\\p{Ll}\\p{M}\\p{Lo}]+(?:['’]\\p{Ll}{1,2}(?!\\p{L}))?" +
    "|\\p{Lu}+(?!\\p{Ll})(?:['’]s)?|\\p{L}",
  "gu",
);
const POSSESSIVE = /['’]s?$/i;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    const possessive = POSSESSIVE.test(raw);
    const key = fold((possessive ? raw.replace(POSSESSIVE, "") : raw).replace(/['’]/g, ""));
    const start = match.index;
    tokens.push({
      key,
      stem: stemOf(key),
      start,
      end: start + raw.length,
      capital: /^[\p{Lu}\p{N}]/u.test(raw),
      possessive,
    });
  }
  return tokens;
}

/** Lower case without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: The range is exactly ASCII.
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  return lower.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").replace(/ø/g, "o");
}

function stemOf(key: string): string {
  if (key.length <= 3) return key;
  if (key.endsWith("ives")) return `${key.slice(0, -3)}fe`;
  if (/(?:ss|x|ch|sh|z)es$/.test(key)) return key.slice(0, -2);
  return key.endsWith("s") && !key.endsWith("ss") ? key.slice(0, -1) : key;
}

/** Whether two words follow one another in the same phrase. */
export function isBeside(text: string, a: Token | undefined, b: Token): boolean {
  if (a === undefined) return false;
  const gap = text.slice(a.end, b.start);
  return (
    gap.length <= 8 &&
    /^['’]?[\s*_&+.()$[\]"“”‘’-]*$/.test(gap) &&
    !/\n|\.[*_)]*\s|[.)]{2}\s*$|" /.test(gap)
  );
}
