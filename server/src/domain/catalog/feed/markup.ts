import { characterOf } from "./xml.ts";

/** The named references that descriptions are full of. **Source** HTML standard, section 13.5. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  hellip: "…",
  bull: "•",
  deg: "°",
  times: "×",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ccedil: "ç",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  szlig: "ß",
};

/** What these hold is no text. */
const HIDDEN = /^(script|style|template|iframe|noscript)$/i;
const TAG_NAME = /^<\/?([a-z][a-z0-9-]*)/i;

/**
 * The text of a description written in HTML. In one pass, so that no text can be made of pieces
 * of tags; a `<` that begins no tag stays what it is.
 */
export function textOfHtml(html: string): string {
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    text += html.slice(at, open);
    const end = markupEnd(html, open);
    text += end === open ? "<" : " ";
    at = Math.max(end, open + 1);
  }
  return withCharacters(text + html.slice(at));
}

/** Whether a text is written in HTML at all. */
export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]{0,1000}>|&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/i.test(text);
}

/** The end of the tag, comment or hidden element at `open`; `open` itself when there is none. */
function markupEnd(html: string, open: number): number {
  if (html.startsWith("<!", open) || html.startsWith("<?", open)) {
    const mark = html.startsWith("<!--", open) ? "-->" : ">";
    const end = html.indexOf(mark, open + 2);
    return end < 0 ? html.length : end + mark.length;
  }
  const name = TAG_NAME.exec(html.slice(open, open + 40))?.[1];
  if (name === undefined) return open;
  const end = html.indexOf(">", open);
  if (end < 0) return html.length;
  if (!HIDDEN.test(name) || html[open + 1] === "/") return end + 1;
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = end;
  const close = closing.exec(html)?.index;
  return close === undefined ? html.length : markupEnd(html, close);
}

function withCharacters(text: string): string {
  return text.replace(/&(#?[a-z0-9]{1,10});/gi, (whole, name: string) => {
    return NAMED[name.toLowerCase()] ?? characterOf(name) ?? whole;
  });
}
