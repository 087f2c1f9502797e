import type { CitationOffer } from "./types.ts";

const MARKDOWN = /\(\[((?:[^\]\\\n]|\\.){1,300})\]\((https?:\/\/[^\s()<>]{1,2048})\)\)/g;
const SLACK = /\(<(https?:\/\/[^\s|<>]{1,2048})\|([^|<>\n]{1,300})>\)/g;
const SEPARATOR = " · ";

export type Restored = {
  text: string;
  /** The offers that the text cites, for the reader of the next answer. */
  offers: CitationOffer[];
};

/**
 * Turns the labels of an earlier answer back into marks. A model that saw them in its own answers
 * would learn to write labels and links itself. Only links for which `isOurs` holds are ours. Their
 * offers count for a label alone from then on.
 */
export function restoreMarks(text: string, isOurs: (url: string) => boolean): Restored {
  const offers = new Map<string, CitationOffer>();
  const mark = (whole: string, label: string, clickUrl: string): string => {
    const offer = isOurs(clickUrl) ? offerOf(label, clickUrl) : undefined;
    if (offer === undefined) return whole;
    offers.set(offer.tag, offer);
    return `[[ad:${offer.tag}]]`;
  };
  const restored = text
    .replace(MARKDOWN, (whole: string, label: string, url: string) =>
      mark(whole, label.replace(/\\(.)/g, "$1"), url),
    )
    .replace(SLACK, (whole: string, url: string, label: string) => mark(whole, label, url));
  return { text: restored, offers: [...offers.values()] };
}

function offerOf(text: string, clickUrl: string): CitationOffer | undefined {
  const at = text.indexOf(SEPARATOR);
  if (at < 1) return undefined;
  const sponsor = text.slice(at + SEPARATOR.length);
  const tag = `${slugOf(sponsor)}-${nonceOf(clickUrl)}`;
  const label = text.slice(0, at);
  return { offerId: `earlier:${tag}`, tag, label, sponsor, clickUrl, labelOnly: true };
}

/** Letters and digits of a name as a tag may have them. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    // Without this the accent of a letter, which NFKD splits off, would split the word.
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 24)
    .replace(/-+$/, "");
  return plain === "" ? "sponsor" : plain;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The same four characters for the same link, in every process (FNV-1a). */
export function nonceOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return [0, 5, 10, 15].map((bits) => ALPHABET.charAt((hash >>> bits) & 31)).join("");
}
