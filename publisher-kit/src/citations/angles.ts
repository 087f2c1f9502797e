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

/** Whether the text so far is JSON: told by how it begins, until its outermost bracket closes. */
export class JsonGuess {
  #state: State = "start";
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  get isJson(): boolean {
    return this.#state === "yes";
  }

  read(text: string): void {
    for (let at = 0; at < text.length && this.#state !== "no"; at += 1) {
      const char = text.charAt(at);
      if (this.#isString) this.#inString(char);
      else if (char.trim() !== "") this.#outside(char);
    }
  }

  restart(): void {
    this.#state = "start";
    this.#depth = 0;
  }

  /** Something came that JSON does not have there. */
  refute(): void {
    if (this.#state !== "yes") this.#state = "no";
  }

  #inString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === "\\") this.#isEscaped = true;
    else if (char === '"') this.#isString = false;
  }

  #outside(char: string): void {
    if (this.#state !== "yes") this.#state = nextState(this.#state, char);
    if (char === '"') this.#isString = true;
    if (char === "{" || char === "[") this.#depth += 1;
    if (char === "}" || char === "]") this.#depth -= 1;
    if (this.#depth === 0) this.#state = "no";
  }
}

function nextState(state: State, char: string): State {
  if (state === "start") return char === "{" ? "brace" : char === "[" ? "bracket" : "no";
  if (state === "brace") return char === '"' ? "yes" : "no";
  if (state === "bracket" && char === "[") return "brackets";
  return (state === "bracket" ? /["{]/ : /["{[\d-]/).test(char) ? "yes" : "no";
}
