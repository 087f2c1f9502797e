const NAME_MAX = 16;
/** An HTML tag that does not end by then is none. */
const TAG_MAX = 1_000;
const TAG_START = /^<[a-z/!]/i;

/** The HTML tag or autolink that a text may be in, character by character. */
export class Angles {
  #text = "";
  #length = 0;

  get isTag(): boolean {
    return TAG_START.test(this.#text);
  }

  open(): void {
    this.#text = "<";
    this.#length = 0;
  }

  reset(): void {
    this.#text = "";
  }

  note(text: string): void {
    if (this.#text === "") return;
    this.#length += text.length;
    if (this.#text.length < NAME_MAX) this.#text += text.slice(0, NAME_MAX);
    if (this.#length > TAG_MAX || !TAG_START.test(this.#text)) this.#text = "";
  }

  /** Answers how the tag begins, in lower case and without its end; empty outside of one. */
  close(): string {
    const tag = this.#text.toLowerCase();
    this.#text = "";
    return tag;
  }
}

type State = "start" | "brace" | "bracket" | "brackets" | "yes" | "no";

/** Whether an answer as a whole is JSON, told by how it begins. */
export class JsonGuess {
  #state: State = "start";

  get isJson(): boolean {
    return this.#state === "yes";
  }

  /** The next character that is no white space. */
  note(char: string): void {
    switch (this.#state) {
      case "start":
        this.#state = char === "{" ? "brace" : char === "[" ? "bracket" : "no";
        return;
      case "brace":
        this.#state = /["}]/.test(char) ? "yes" : "no";
        return;
      case "bracket":
        this.#state = char === "[" ? "brackets" : /["{]/.test(char) ? "yes" : "no";
        return;
      case "brackets":
        this.#state = /["{[\d-]/.test(char) ? "yes" : "no";
    }
  }

  restart(): void {
    this.#state = "start";
  }

  /** Something came that JSON does not have there. */
  refute(): void {
    if (this.#state !== "yes") this.#state = "no";
  }
}
