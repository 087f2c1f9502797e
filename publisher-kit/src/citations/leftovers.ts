const URL_MAX = 2_048;
/** A destination behind a mark, such as `(https://…)`, begins like this. */
const STARTS = ["(<", "(http:", "(https:", "(/", "(#", "(www."];
const LOOK = 8;

/**
 * What belongs to a mark and stands behind it: brackets that close marks around it, and a
 * destination as of a link. A reader gets none of it.
 */
export class Leftovers {
  /** Brackets that marks around the next one have opened. */
  #nested = 0;
  #mayFollow = false;
  #urlLeft = 0;

  /** A mark has ended, or what looked like one; `open` of its brackets have not. */
  begin(open: number): void {
    this.#nested += open;
    this.#mayFollow = true;
    this.#urlLeft = 0;
  }

  /** Something was shown: nothing behind it belongs to a mark. */
  end(): void {
    this.#nested = 0;
  }

  /** Answers where the text goes on for the reader; -1 where that is not clear yet. */
  skip(text: string, at: number, isFinal: boolean): number {
    if (!this.#mayFollow) return at;
    const char = text.charAt(at);
    if (this.#urlLeft > 0) return this.#skipUrl(char, at);
    if (this.#nested > 0 && (char === "]" || char === "］")) {
      this.#nested -= 1;
      return at + 1;
    }
    const look = text.slice(at, at + LOOK).toLowerCase();
    if (STARTS.some((start) => look.startsWith(start))) {
      this.#urlLeft = URL_MAX;
      return at + 1;
    }
    const mayBecome = !isFinal && STARTS.some((start) => start.startsWith(look));
    if (mayBecome) return -1;
    this.#mayFollow = false;
    return at;
  }

  #skipUrl(char: string, at: number): number {
    this.#urlLeft = char === ")" ? 0 : this.#urlLeft - 1;
    this.#mayFollow = this.#urlLeft > 0 && !/\s/.test(char);
    return /\s/.test(char) ? at : at + 1;
  }
}
