/**
 * Some of the ways to say one thing: `lead`, then any of the phrases, then `tail`.
 *
 * Phrases are regular expressions with ";" between them, over as many lines as it takes. One that
 * does not begin with two letters, or with a group of words that do, is written
 * `this|that => phrase`: no text matches it without one of these, which are letters ("^" before
 * them: at the start of the text), "0" for any digit, `\n` or another single character.
 */
export type Phrases = {
  readonly lead?: string;
  readonly any: string;
  readonly tail?: string;
};

/** Phrases that begin and end where words do. */
export const words = (any: string): Phrases => ({ lead: "\\b", any, tail: "\\b" });

type Phrase = {
  readonly code: number;
  readonly group: Phrases;
  readonly source: string;
  regexp: RegExp | undefined;
};

/** A phrase is worth trying where a text has these letters, which are read on first use. */
type Start = { readonly phrase: Phrase; letters: string | undefined; readonly isFirst: boolean };

/** "(?:this|that) phrase" */
const CHOICE = /^\(\?:([^()]+)\)/;
/** The letters a phrase begins with, save one that may be absent. */
const LETTERS = /^(?:[a-z0-9' -](?![?*{]))+/;
const NONE: readonly Start[] = [];
const SPACE = 32;
const DIGIT = 48;

/**
 * Finds which of many phrases a text holds, in one pass over its letters. A phrase is compiled when
 * a text has its first letters and not before: all of them together block a server for tens of
 * milliseconds, and a turn has the letters of a few.
 */
export class PhraseBook {
  /** By two letters, or by one character that is no letter. */
  readonly #starts = new Map<number, Start[]>();

  /** Phrases that count as one are known by their place in the list. */
  constructor(list: readonly (readonly (Phrases | string)[])[]) {
    list.forEach((groups, code) => {
      for (const group of groups) {
        const phrases = typeof group === "string" ? { any: group } : group;
        for (const line of linesOf(phrases.any)) this.#add(phrases, code, line);
      }
    });
  }

  #add(group: Phrases, code: number, line: string): void {
    const [own = "", special] = line.split(" => ");
    const phrase = { code, group, source: special ?? own, regexp: undefined };
    if (special !== undefined) for (const need of own.split("|")) this.#addStart(need, phrase);
    else if (isWord(own.charCodeAt(0))) {
      this.#push(pairAt(own, 0), { phrase, letters: undefined, isFirst: false });
    } else {
      const letters = own.startsWith("\\b") ? own.slice(2) : own;
      for (const start of CHOICE.exec(letters)?.[1]?.split("|") ?? [letters]) {
        this.#addStart(lettersOf(start), phrase);
      }
    }
  }

  #addStart(need: string, phrase: Phrase): void {
    const isFirst = need.startsWith("^");
    const letters = isFirst ? need.slice(1) : need === "\\n" ? "\n" : need;
    if (letters.length > 1) this.#push(pairAt(letters, 0), { phrase, letters, isFirst });
    else this.#push(letters.charCodeAt(0), { phrase, letters: "", isFirst });
  }

  #push(key: number, start: Start): void {
    const others = this.#starts.get(key);
    if (others === undefined) this.#starts.set(key, [start]);
    else others.push(start);
  }

  /** The codes whose phrases a text in lower case has. */
  find(text: string): Set<number> {
    const found = new Set<number>();
    const tried = new Set<Phrase>();
    const seek = (key: number, at: number): void => {
      for (const start of this.#starts.get(key) ?? NONE) {
        const { phrase, isFirst } = start;
        if (found.has(phrase.code) || tried.has(phrase)) continue;
        start.letters ??= lettersOf(phrase.source);
        if ((isFirst && at > 0) || !text.startsWith(start.letters, at)) continue;
        tried.add(phrase);
        phrase.regexp ??= expressionOf(phrase);
        if (phrase.regexp.test(text)) found.add(phrase.code);
      }
    };
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === SPACE) continue;
      if (!isWord(code)) {
        seek(code, at);
        continue;
      }
      seek(pairAt(text, at), at);
      if (isDigit(code)) seek(DIGIT, at);
    }
    return found;
  }
}

const lettersOf = (source: string): string => LETTERS.exec(source)?.[0] ?? "";

const expressionOf = ({ group: { lead = "", tail = "" }, source }: Phrase): RegExp =>
  new RegExp(`${lead}(?:${source})${tail}`);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** As `\w` sees it in lower case, so an accented letter ends a word. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || isDigit(code) || code === 95;

const pairAt = (text: string, at: number): number =>
  text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

const linesOf = (phrases: string): string[] => phrases.replaceAll("\n", "").split(";");
