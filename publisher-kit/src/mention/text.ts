/**
 * Prepares an answer for matching: what is not the model's own plain words (code, links,
 * quotations) becomes blanks of the same length, so that positions stay true.
 */

const blank = (match: string): string => match.replace(/[^\n]/g, " ");

const FENCED = /(?:^|\n)[ \t]{0,3}(```|~~~)[^\n]{0,80}\n[\s\S]*?(?:\n[ \t]{0,3}\1|$)/g;
const INLINE_CODE = /`[^`\n]{1,300}`/g;
const LINK_TARGET = /\]\([^)\s]{1,400}(?: "[^"\n]{0,200}")?\)/g;
const URL = /\b(?:https?:\/\/|www\.)[^\s<>")\]]{1,2000}/gi;
const DOMAIN = new RegExp(
  "\\b[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,3}\\.(?:com|net|org|io|co|shop|store|dev|uk|de" +
    "|eu)\\b(?:\\/[^\\s]{0,500})?",
  "gi",
);
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}/g;
const BLOCK_QUOTE = /(?:^|\n)[ \t]{0,3}>[^\n]*/g;
/** Quotations of four words and more are somebody else's; shorter ones are often just a name. */
const QUOTED = /["“«]([^"“”«»\n]{1,400})["”»]/g;
const HTML_TAG = /<\/?[a-z][^<>]{0,300}>/gi;

export function maskForeign(answer: string): string {
  return answer
    .replace(FENCED, blank)
    .replace(INLINE_CODE, blank)
    .replace(LINK_TARGET, (match) => `]${blank(match.slice(1))}`)
    .replace(URL, blank)
    .replace(EMAIL, blank)
    .replace(DOMAIN, blank)
    .replace(HTML_TAG, blank)
    .replace(BLOCK_QUOTE, blank)
    .replace(QUOTED, (match, inner: string) =>
      inner.trim().split(/\s+/).length > 3 ? blank(match) : match,
    );
}

export type Sentence = { text: string; start: number; listItem: boolean };

/** Splits at sentence ends and lines. A list item that runs over sentences keeps its mark. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let lineStart = 0;
  for (const line of text.split("\n")) {
    const listItem = /^\s{0,8}(?:[-*•+]|\d{1,2}[.)]|\|)\s?/.test(line);
    let from = 0;
    for (const end of line.matchAll(
      /(?<=[\p{Ll}\p{Lu}\d)*"”%][.!?])["”*)]{0,3}\s+(?=[^\p{Ll}])/gu,
    )) {
      sentences.push({ text: line.slice(from, end.index), start: lineStart + from, listItem });
      from = end.index + end[0].length;
    }
    if (line.slice(from).trim() !== "") {
      sentences.push({ text: line.slice(from), start: lineStart + from, listItem });
    }
    lineStart += line.length + 1;
  }
  return sentences;
}
