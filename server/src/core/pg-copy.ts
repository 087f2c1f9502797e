import { once } from "node:events";
import type { Writable } from "node:stream";
import pg from "pg";

/** The part of the driver's connection that its types leave out. */
interface CopyConnection {
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
  readonly stream: { pause(): unknown; resume(): unknown };
}

/**
 * A `copy ... from stdin` with all its rows at hand.
 *
 * **Source** PostgreSQL's frontend protocol, "COPY Operations"; the driver refuses a copy unless a
 * query of its own answers for it.
 */
class CopyIn extends pg.Query {
  readonly #bytes: Buffer;

  constructor(text: string, bytes: Buffer) {
    super(text);
    this.#bytes = bytes;
  }

  /** Called by the driver when the server waits for rows. */
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#bytes);
    connection.endCopyFrom();
  }
}

/** **Shape** `bytes` in the copy's format: text, unless the statement says otherwise. */
export async function copyIn(client: pg.ClientBase, text: string, bytes: Buffer): Promise<void> {
  const copy = new CopyIn(text, bytes);
  const done = once(copy, "end");
  client.query(copy);
  await done;
}

class CopyOut extends pg.Query {
  readonly #sink: Writable;
  #isPaused = false;

  constructor(text: string, sink: Writable) {
    super(text);
    this.#sink = sink;
  }

  /** Called by the driver for each row. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    // The driver writes the next rows over the bytes of this one.
    const row = Buffer.from(chunk);
    if (this.#sink.destroyed || this.#sink.write(row) || this.#isPaused) return;
    const resume = () => {
      this.#isPaused = false;
      this.#sink.off("drain", resume).off("close", resume);
      stream.resume();
    };
    this.#isPaused = true;
    this.#sink.on("drain", resume).on("close", resume);
    stream.pause();
  }
}

/** Writes each row to the sink, in one chunk; leaves the sink open. */
export async function copyOut(client: pg.ClientBase, text: string, sink: Writable): Promise<void> {
  const copy = new CopyOut(text, sink);
  const done = once(copy, "end");
  client.query(copy);
  await done;
}

const SPECIAL = /[\\\t\n\r\b\f\v]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
};

/** One value in the text format of copy. */
export function copyValue(value: string | number | null): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  return value.replace(SPECIAL, (character) => ESCAPES[character] ?? "");
}

/** A list of texts as one value. */
export function copyList(texts: readonly string[]): string {
  const quoted = texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
  return copyValue(`{${quoted.join(",")}}`);
}
