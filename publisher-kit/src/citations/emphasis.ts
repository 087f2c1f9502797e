const ROW_MAX = 3;
const OPEN_MAX = 16;

/** The rows of `*`, `_` and `~` that are open, as far as rows alone can tell. */
export class Emphasis {
  #open: string[] = [];
  /** Whether the last row opened one, and nothing has followed it. */
  #isBehindOpener = false;

  get isBehindOpener(): boolean {
    return this.#isBehindOpener;
  }

  closes(char: string, length: number): boolean {
    return this.#open.at(-1) === char.repeat(length);
  }

  row(char: string, length: number): void {
    this.#isBehindOpener = !this.closes(char, length);
    if (!this.#isBehindOpener) this.#open.pop();
    else if (length <= ROW_MAX && this.#open.length < OPEN_MAX)
      this.#open.push(char.repeat(length));
  }

  follow(): void {
    this.#isBehindOpener = false;
  }

  reset(): void {
    this.#open = [];
  }
}
