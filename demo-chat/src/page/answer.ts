/** A stretch of an answer; `href` where it is the label of an offer. */
export type Piece = { text: string; href?: string };

/** A link in parentheses, as the kit writes labels, or alone. An escaped bracket ends no text. */
const LINK = /\[((?:[^[\]\\\n]|\\[^\n]){1,300})\]\(([^\s()<>]{1,2048})\)/g;

/**
 * Cuts an answer into paragraphs, and these into text and labels. Only a link to the exchange's
 * click redirect is a label; every other link stays the text that it is.
 */
export function paragraphsOf(answer: string, exchangeUrl: string): Piece[][] {
  const paragraphs = answer.split(/\n{2,}/).filter(Boolean);
  return paragraphs.map((paragraph) => piecesOf(paragraph, `${exchangeUrl}/r/`));
}

function piecesOf(paragraph: string, redirect: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: whole, 1: label = "", 2: href = "", index } of paragraph.matchAll(LINK)) {
    if (!href.startsWith(redirect) || !/^[\w-]+$/.test(href.slice(redirect.length))) continue;
    if (index > at) pieces.push({ text: paragraph.slice(at, index) });
    pieces.push({ text: label.replace(/\\([!-/:-@[-`{-~])/g, "$1"), href });
    at = index + whole.length;
  }
  if (at < paragraph.length) pieces.push({ text: paragraph.slice(at) });
  return pieces;
}
