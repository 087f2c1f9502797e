import { Parser } from "htmlparser2";

/** What these hold is no text. */
const HIDDEN = new Set(["script", "style", "template", "iframe", "noscript"]);
/** What a product keeps of a description is a tenth of it. **Units** characters. */
const TEXT_LENGTH_MAX = 40_000;
/** The parser takes longer for each tag the deeper it lies. */
const DEPTH_MAX = 256;
const STEP_LENGTH = 4_096;

/** The text of a description written in HTML; tags become spaces. */
export function textOfHtml(html: string): string {
  let text = "";
  let depth = 0;
  let hidden = 0;
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      text += " ";
      if (HIDDEN.has(name)) hidden += 1;
    },
    onclosetag(name) {
      depth -= 1;
      text += " ";
      if (HIDDEN.has(name)) hidden -= 1;
    },
    ontext(piece) {
      if (hidden === 0) text += piece;
    },
  });
  let at = 0;
  while (at < html.length && text.length < TEXT_LENGTH_MAX && depth < DEPTH_MAX) {
    parser.write(html.slice(at, at + STEP_LENGTH));
    at += STEP_LENGTH;
  }
  parser.end();
  return text;
}

export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]{0,1000}>|&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/i.test(text);
}
