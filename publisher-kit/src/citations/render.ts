import type { CitationKind, CitationOffer, CitationRender } from "./types.ts";

/** Line ends, control characters and those that turn the direction of what follows. */
const HIDDEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
const MARKUP = /[\\`*_{}[\]<>|~#$&!^]/g;

/** One line without square brackets: no label can be taken for a mark. */
function oneLine(text: string): string {
  return text
    .replace(HIDDEN, " ")
    .replace(/[[\uff3b]/g, "(")
    .replace(/[\]\uff3d]/g, ")")
    .replace(/\s+/g, " ")
    .trim();
}

/** The label and who pays, as everywhere: `Ad · Velmora`. */
export function labelText({ label, sponsor }: CitationOffer): string {
  return [label, sponsor]
    .map(oneLine)
    .filter((part) => part !== "")
    .join(" · ");
}

const escaped = (text: string): string => text.replace(MARKUP, "\\$&");

/** A link that no Markdown, table cell or Slack message can take for anything else. */
function safeUrl(url: string): string {
  return url.replace(/[\p{Cc}\s()<>|\\`"[\]]/gu, (char) => {
    const bytes = new TextEncoder().encode(char);
    return [...bytes]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
      .join("");
  });
}

/** Markdown decodes what looks like an entity of HTML. */
const markdownUrl = (url: string): string => safeUrl(url).replace(/&(?=[a-z#])/gi, "&amp;");

/** Slack's own three characters. */
const slackText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\|/g, "¦");

/** In chats, an at sign before a name calls people. */
const uncalled = (text: string): string => text.replace(/@/g, "@\u2060");

/** A text of others in a message: no markup, no mention, one line. */
export function plainText(text: string, form: "markdown" | "slack" | "text"): string {
  const line = uncalled(oneLine(text));
  if (form === "text") return line;
  return form === "slack" ? slackText(line) : escaped(line);
}

/** A text of others that leads to a click redirect. */
export function textLink(text: string, url: string, form: "markdown" | "slack" | "text"): string {
  const words = plainText(text, form);
  if (form === "markdown") return `[${words}](${markdownUrl(url)})`;
  return form === "slack" ? `<${safeUrl(url)}|${words}>` : `${words} ${safeUrl(url)}`;
}

/** What a mark of the offer becomes; empty for nothing. */
export function renderLabel(
  offer: CitationOffer,
  kind: CitationKind,
  render: CitationRender,
): string {
  if (typeof render === "function") return String(render(offer, kind));
  const text = labelText(offer);
  // A link that a browser would run, or that leads nowhere, is left out; the label is not.
  const isLink = /^https?:\/\//i.test(offer.clickUrl);
  switch (isLink || render === "none" ? render : "speech") {
    case "markdown":
      return `([${escaped(text)}](${markdownUrl(offer.clickUrl)}))`;
    case "text":
      return `(${text}: ${safeUrl(offer.clickUrl)})`;
    case "speech":
      return `(${text})`;
    case "slack":
      return `(<${safeUrl(offer.clickUrl)}|${slackText(text)}>)`;
    case "none":
      return "";
  }
}

/** Whether a text contains the label of an offer as a reader sees it. */
export function showsLabel(text: string, { label }: CitationOffer): boolean {
  const wanted = oneLine(label);
  return wanted !== "" && (text.includes(wanted) || text.includes(escaped(wanted)));
}
