import type { Card } from "@placard/publisher-kit/types";

/** A stretch of an answer; `href` where it is the label of an offer, or with `label` its name. */
export type Piece = { text: string; href?: string; label?: string };

/** A link in parentheses, as the kit writes labels, or alone. An escaped bracket ends no text. */
const LINK = /\[((?:[^[\]\\\n]|\\[^\n]){1,300})\]\(([^\s()<>]{1,2048})\)/g;

/**
 * Cuts an answer into paragraphs, and these into text, labels and the names before labels. Only a
 * link to the exchange's click redirect is a label; every other link stays the text that it is.
 */
export function paragraphsOf(answer: string, exchangeUrl: string, cards: readonly Card[] = []) {
  const paragraphs = answer.split(/\n{2,}/).filter(Boolean);
  return paragraphs.map((paragraph) => piecesOf(paragraph, `${exchangeUrl}/r/`, cards));
}

function piecesOf(paragraph: string, redirect: string, cards: readonly Card[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: whole, 1: text = "", 2: href = "", index } of paragraph.matchAll(LINK)) {
    if (!href.startsWith(redirect) || !/^[\w-]+$/.test(href.slice(redirect.length))) continue;
    const label = text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
    const before = paragraph.slice(at, index);
    const [start, end] = nameIn(
      before,
      cards.find(({ clickUrl }) => clickUrl === href),
    );
    pieces.push({ text: before.slice(0, start) }, { text: before.slice(start, end), href, label });
    pieces.push({ text: before.slice(end) }, { text: label, href });
    at = index + whole.length;
  }
  return [...pieces, { text: paragraph.slice(at) }].filter((piece) => piece.text !== "");
}

/** Where the words before a label name its offer: by its sponsor, or as its title begins. */
function nameIn(before: string, card: Card | undefined): [start: number, end: number] {
  const said = before.replace(/\s*\($/, "");
  const words = card?.title.split(" ") ?? [];
  const titles = words.map((_, more) => words.slice(0, words.length - more).join(" "));
  const names = [card?.sponsor ?? "", ...titles.map((title) => title.replace(/,$/, ""))];
  const name = names.find((one) => one !== "" && ` ${said}`.endsWith(` ${one}`)) ?? "";
  const end = name === "" ? before.length : said.length;
  return [end - name.length, end];
}
