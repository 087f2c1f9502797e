/** A stretch of an answer; `href` where it is the label of an offer. */
export type Piece = { text: string; href?: string };

/** A link in parentheses, as the kit writes labels, or alone. An escaped bracket ends no text. */
const LINK = /\[((?:[^[\]\\\n]|\\[^\n]){1,300})\]\(([^\s()<>]{1,2048})\)/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const HOP = /^\/r\/[\w%.~-]+$/;

/**
 * Cuts an answer into its paragraphs, and each of these into text and labels. Only a link by way of
 * the exchange is a label; every other link stays the text that it is.
 */
export function paragraphsOf(answer: string, exchangeUrl: string): Piece[][] {
  return answer
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => piecesOf(paragraph, exchangeUrl));
}

function piecesOf(paragraph: string, exchangeUrl: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of paragraph.matchAll(LINK)) {
    const [whole, text = "", href = ""] = match;
    if (!isTracked(href, exchangeUrl)) continue;
    if (match.index > at) pieces.push({ text: paragraph.slice(at, match.index) });
    pieces.push({ text: text.replace(ESCAPE, "$1"), href });
    at = match.index + whole.length;
  }
  if (at < paragraph.length) pieces.push({ text: paragraph.slice(at) });
  return pieces;
}

/** Whether a link leads to the click redirect of the exchange, and nowhere else. */
function isTracked(href: string, exchangeUrl: string): boolean {
  if (!URL.canParse(href) || !URL.canParse(exchangeUrl)) return false;
  const { origin, pathname, username, password } = new URL(href);
  if (username !== "" || password !== "") return false;
  return origin === new URL(exchangeUrl).origin && HOP.test(pathname);
}
