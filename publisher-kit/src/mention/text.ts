/**
 * Prepares an answer for matching: what is not the model's own plain words (code, links,
 * quotations, struck-out text) becomes blanks of the same length, so that positions stay true.
 */

const blank = (match: string): string => match.replace(/[^\n]/g, " ");

const FENCED = /(?:^|\n)[ \t]{0,3}(```|~~~)[^\n]{0,80}\n[\s\S]*?(?:\n[ \t]{0,3}\1|$)/g;
const INLINE_CODE = /`[^`\n]{1,300}`/g;
const IMAGE = /!\[[^\]\n]{0,300}\]/g;
const STRUCK = /~~[^~\n]{1,600}~~|<(del|s|strike)>[\s\S]{0,600}?<\/\1>/gi;
const LINK_TARGET = /\]\([^)\s]{1,400}(?: "[^"\n]{0,200}")?\)/g;
const URL = /\b(?:https?:\/\/|www\.)[^\s<>")\]]{1,2000}/gi;
const DOMAIN = new RegExp(
  "\\b[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,3}\\.(?:com|net|org|io|co|shop|store|dev|uk|de" +
    "|eu|app|fr|es|it|nl|info|example|test)\\b(?:\\/[^\\s]{0,500})?",
  "gi",
);
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}/g;
const BLOCK_QUOTE = /(?:^|\n)[ \t]{0,3}>[^\n]*/g;
const QUOTED =
  /["“„«]([^"“”„«»\n]{1,600})["”“»]|(?<![\p{L}\p{N}])['‘]([^'‘’\n]{12,400})['’](?!\p{L})/gu;
const HTML_TAG = /<\/?[a-z][^<>]{0,300}>/gi;
/** "(Ad)" behind a name: every context asks for that label, and it says nothing of the offer. */
const LABEL = new RegExp(
  "[ \\t]?[([][ \\t]*(?:ads?|advert(?:isement|ising)?|sponsored|promoted|promotion|paid" +
    "|affiliate|partner offer)\\b[^()[\\]\\n]{0,60}[)\\]]",
  "gi",
);
/** In a title only these words stay small, so a quotation with others is no name. */
const SMALL = /^(?:and|of|the|for|with|in|to|by|a|&|\d.*|[^\p{L}]*)$/u;

export function maskForeign(answer: string): string {
  return answer
    .replace(FENCED, blank)
    .replace(INLINE_CODE, blank)
    .replace(IMAGE, blank)
    .replace(STRUCK, blank)
    .replace(LINK_TARGET, (match) => `]${blank(match.slice(1))}`)
    .replace(URL, blank)
    .replace(EMAIL, blank)
    .replace(DOMAIN, blank)
    .replace(HTML_TAG, blank)
    .replace(BLOCK_QUOTE, blank)
    .replace(LABEL, blank)
    .replace(QUOTED, (match, double: string | undefined, single: string | undefined) =>
      isName((double ?? single ?? "").trim()) ? match : blank(match),
    );
}

/** A name in quotation marks is still a name; two words of it may be written small. */
function isName(quoted: string): boolean {
  const words = quoted.split(/\s+/);
  if (/[.!?]$/.test(quoted) && words.length > 1) return false;
  return words.length <= 2 || words.every((word) => SMALL.test(word) || /^\p{Lu}/u.test(word));
}

export type Sentence = {
  text: string;
  start: number;
  /** Part of a bulleted or numbered list or of a table. */
  listItem: boolean;
  /** A title over what follows it. */
  heading: boolean;
  line: number;
};

const SENTENCE_END = /(?<=[\p{Ll}\p{Lu}\d)*"”%_\]’'][.!?…])["”*_)’]{0,3}\s+(?=[^\p{Ll}])/gu;

/** A bullet, a number, a row of a table, or a sign that stands for a bullet. */
const LIST_ITEM = /^\s{0,8}(?:[-*•+–→]\s|\d{1,2}[.)]\s|\||\p{Extended_Pictographic}\uFE0F?\s)/u;

/** Splits at sentence ends and lines. A list item that runs over sentences keeps its mark. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const [line, content] of text.split("\n").entries()) {
    const listItem = LIST_ITEM.test(content);
    const heading = /^\s{0,3}#{1,6}\s|^\s*\*\*[^*]+\*\*:?\s*$|:\s*\**\s*$/.test(content);
    let from = 0;
    const add = (to: number): void => {
      const part = content.slice(from, to);
      if (part.trim() === "") return;
      sentences.push({ text: part, start: start + from, listItem, heading, line });
    };
    for (const end of content.matchAll(SENTENCE_END)) {
      const mark = /^\s*(?:[-*•+–]|\d{1,2}[.)])\s*$/;
      if (mark.test(content.slice(from, end.index)) || /\bvs\.$/.test(content.slice(0, end.index)))
        continue;
      add(end.index);
      from = end.index + end[0].length;
    }
    add(content.length);
    start += content.length + 1;
  }
  return sentences;
}
