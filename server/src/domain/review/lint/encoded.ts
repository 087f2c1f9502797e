import { type Span, spanOf, type View } from "./view.ts";

/**
 * Escapes of characters that could be written as they are, and long runs of digits: percent and
 * backslash escapes, code points, binary, hexadecimal, Morse.
 */
const ESCAPES = new RegExp(
  [
    "(?:%[0-9a-f]{2}[^%\\s]{0,3}){2,}",
    "(?:\\\\x[0-9a-f]{2}){1,}|(?:\\\\u\\{?[0-9a-f]{4,6}\\}?){1,}|\\\\[0-7]{3}(?:\\\\[0-7]{3})+",
    "(?:\\bu\\+[0-9a-f]{4,6}[\\s,]*){2,}|(?:\\b0x[0-9a-f]{2}\\b[\\s,]*){3,}",
    "(?:\\b[01]{7,8}\\b[\\s,]*){3,}|\\b[01]{24,}\\b",
    "(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{20,}(?![0-9a-z])",
    "(?:\\b(?=[0-9a-f]*[0-9])[0-9a-f]{2}\\b[ :]){8,}",
    "(?<![.\\-])(?:[.\\u2022\\-\\u2013\\u2212]{1,5}[ /]{1,3}){6,}[.\\-]{1,5}",
    "(?:=[0-9a-f]{2}){3,}|\\bxn--[a-z0-9-]{2,}",
  ].join("|"),
  "giu",
);

/** Runs of the Base64 alphabet; a slash or a hyphen alone does not make one of a list of words. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const BASE32 = /\b[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9])/g;
const DECIMALS = /(?:\b\d{2,3}\b[\s,;.-]{1,2}){7,}\d{2,3}\b/g;

/** Longer than any word, code or model name that a reader is asked to read. */
const LONG = 32;

export function findEncoded(text: string, view: View): Span[] {
  return [
    ...[...view.text.matchAll(ESCAPES)].map((found) =>
      spanOf(view, found.index, found.index + found[0].length),
    ),
    ...runs(text, BASE64, isEncodedText),
    ...runs(text, BASE32, (run) => /\d/.test(run)),
    ...runs(text, DECIMALS, isSpelling),
  ];
}

function runs(text: string, pattern: RegExp, holds: (run: string) => boolean): Span[] {
  return [...text.matchAll(pattern)]
    .filter((found) => holds(found[0]))
    .map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

function isEncodedText(run: string): boolean {
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9+/=]/.test(run);
  const words = run.split(/[-_/+]/);
  const longest = Math.max(...words.map((word) => word.length));
  if (isMixed && longest >= LONG) return true;
  if (run.length >= 2 * LONG && longest >= LONG) return true;
  if (run.length < WORD_MAX && !isMixedCase(run)) return false;
  return isReadable(Buffer.from(run.slice(0, LOOKED_AT_MAX), "base64").toString("latin1"));
}

/** Shorter runs are looked at only when they are no word by their capitals. */
const WORD_MAX = 20;
const LOOKED_AT_MAX = 400;

/** A capital after a small letter or a digit: not how words are written, but how Base64 looks. */
function isMixedCase(run: string): boolean {
  return /[a-z0-9][A-Z]/.test(run);
}

/** **Source** random bytes pass with a chance of 1 in 10,000 at 9 characters. */
const READABLE = /^[\x20-\x7e\n]{8,}/;

function isReadable(decoded: string): boolean {
  const found = READABLE.exec(decoded);
  if (found === null) return false;
  return (
    found[0].length >= decoded.length - 1 &&
    found[0].replace(/[^a-z ]/gi, "").length * 5 >= found[0].length * 4
  );
}

/** Numbers that are the codes of lower-case letters and spaces. */
function isSpelling(run: string): boolean {
  const codes = (run.match(/\d+/g) ?? []).map(Number);
  const letters = codes.filter((code) => code === 32 || (code >= 97 && code <= 122));
  const isText = codes.every((code) => code >= 32 && code <= 126);
  return isText && letters.length * 4 >= codes.length * 3 && codes.length >= 8;
}
