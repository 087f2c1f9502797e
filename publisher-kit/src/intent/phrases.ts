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
  readonly source: string;
  regexp: RegExp | undefined;
  /** The last text it was tried on, by its number. */
  tried: number;
};

/** A phrase is worth trying where a text has these letters. */
type Start = { readonly phrase: Phrase; readonly letters: string; readonly isFirst: boolean };

/** "(?:this|that) phrase" */
const CHOICE = /^\(\?:([^()]+)\)/;
/** The letters a phrase begins with, save one that may be absent. */
const LETTERS = /^(?:[a-z0-9' -](?![?*{]))+/;
const SPACE = 32;
const DIGIT = 48;

/**
 * Finds which of many phrases a text holds, in one pass over its letters. A phrase is compiled when
 * a text has its first letters and not before: all of them together take V8 tens of milliseconds,
 * in which a server answers nobody, and a turn has the letters of a few.
 */
export class PhraseBook {
  /** By two letters, or by one character that is no letter. */
  readonly #starts = new Map<number, Start[]>();
  readonly #found: Uint8Array;
  #texts = 0;

  /** Phrases that count as one are known by their place in the list. */
  constructor(list: readonly (readonly (Phrases | string)[])[]) {
    this.#found = new Uint8Array(list.length);
    list.forEach((groups, code) => {
      for (const group of groups) {
        const phrases = typeof group === "string" ? { any: group } : group;
        for (const line of linesOf(phrases.any)) this.#add(phrases, code, line);
      }
    });
  }

  #add({ lead = "", tail = "" }: Phrases, code: number, line: string): void {
    const [own = "", special] = line.split(" => ");
    const source = `${lead}(?:${special ?? own})${tail}`;
    const phrase = { code, source, regexp: undefined, tried: 0 };
    if (special !== undefined) {
      for (const need of own.split("|")) this.#addStart(need, phrase);
      return;
    }
    const letters = own.startsWith("\\b") ? own.slice(2) : own;
    for (const start of CHOICE.exec(letters)?.[1]?.split("|") ?? [letters]) {
      this.#addStart(LETTERS.exec(start)?.[0] ?? "", phrase);
    }
  }

  #addStart(need: string, phrase: Phrase): void {
    const isFirst = need.startsWith("^");
    const letters = isFirst ? need.slice(1) : need === "\\n" ? "\n" : need;
    const isOne = letters.length === 1;
    const key = isOne ? letters.charCodeAt(0) : pairAt(letters, 0);
    const others = this.#starts.get(key) ?? [];
    others.push({ phrase, letters: isOne ? "" : letters, isFirst });
    this.#starts.set(key, others);
  }

  /**
   * Takes a text in lower case. **Shape** for each code 1 if the text has one of its phrases; the
   * next call writes over it.
   */
  find(text: string): Uint8Array {
    const found = this.#found.fill(0);
    this.#texts += 1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isLetter = isWord(code);
      if (isLetter) this.#try(pairAt(text, at), text, at);
      if (isDigit(code)) this.#try(DIGIT, text, at);
      else if (!isLetter && code !== SPACE) this.#try(code, text, at);
    }
    return found;
  }

  #try(key: number, text: string, at: number): void {
    const starts = this.#starts.get(key);
    if (starts === undefined) return;
    for (const { phrase, letters, isFirst } of starts) {
      if (this.#found[phrase.code] === 1 || phrase.tried === this.#texts) continue;
      if ((isFirst && at > 0) || !text.startsWith(letters, at)) continue;
      phrase.tried = this.#texts;
      phrase.regexp ??= new RegExp(phrase.source);
      if (phrase.regexp.test(text)) this.#found[phrase.code] = 1;
    }
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** As `\w` sees it in lower case, so an accented letter ends a word. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || isDigit(code) || code === 95;

const pairAt = (text: string, at: number): number =>
  text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

/** Lines break anywhere. Strings are looked through faster than by an expression used once. */
const linesOf = (phrases: string): string[] => phrases.replaceAll("\n", "").split(";");
