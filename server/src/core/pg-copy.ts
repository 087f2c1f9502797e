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
 * A `copy ... from stdin` with all its rows at hand, or `copy ... to stdout` with a sink for them.
 *
 * **Source** PostgreSQL's frontend protocol, "COPY Operations"; the driver refuses a copy unless a
 * query of its own answers for it.
 */
class Copy extends pg.Query {
  readonly #data: Buffer | Writable;
  #isPaused = false;

  constructor(text: string, data: Buffer | Writable) {
    super(text);
    this.#data = data;
  }

  /** Called by the driver when the server waits for rows. */
  handleCopyInResponse(connection: CopyConnection): void {
    if (Buffer.isBuffer(this.#data)) connection.sendCopyFromChunk(this.#data);
    connection.endCopyFrom();
  }

  /** Called by the driver for each row. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    const sink = this.#data;
    if (Buffer.isBuffer(sink) || sink.destroyed) return;
    // The driver writes the next rows over the bytes of this one.
    if (sink.write(Buffer.from(chunk)) || this.#isPaused) return;
    const resume = () => {
      this.#isPaused = false;
      sink.off("drain", resume).off("close", resume);
      stream.resume();
    };
    this.#isPaused = true;
    sink.on("drain", resume).on("close", resume);
    stream.pause();
  }
}

/**
 * Sends the rows, or writes each row to the sink, in one chunk; leaves the sink open.
 *
 * **Shape** rows in the copy's format: text, unless the statement says otherwise.
 */
export async function copy(client: pg.ClientBase, text: string, data: Buffer | Writable) {
  const running = new Copy(text, data);
  const done = once(running, "end");
  client.query(running);
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
