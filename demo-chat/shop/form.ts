import type { IncomingMessage } from "node:http";

/** A buy form is a few hundred bytes; more is not ours. Units: bytes. */
export const FORM_BYTES_MAX = 8 * 1024;

/** A form arrives in one packet; a sender that takes longer is holding the socket open. */
const FORM_TIMEOUT_MS = 10_000;

export type FormResult =
  | { ok: true; fields: URLSearchParams }
  | { ok: false; status: 408 | 413 | 415; message: string };

const TOO_LARGE: FormResult = { ok: false, status: 413, message: "The form is too large." };

/** Reads an urlencoded form body and stops at the size limit without keeping what it read. */
export async function readForm(req: IncomingMessage): Promise<FormResult> {
  const type = (req.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    return { ok: false, status: 415, message: "The form has to be sent urlencoded." };
  }
  if (Number(req.headers["content-length"] ?? 0) > FORM_BYTES_MAX) return TOO_LARGE;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const timer = setTimeout(
      () => finish({ ok: false, status: 408, message: "The form took too long to arrive." }),
      FORM_TIMEOUT_MS,
    );
    function finish(result: FormResult): void {
      clearTimeout(timer);
      req.off("data", onData);
      // What still arrives is read and dropped, so that the answer can be delivered.
      req.resume();
      resolve(result);
    }
    function onData(chunk: Buffer): void {
      sizeBytes += chunk.length;
      if (sizeBytes > FORM_BYTES_MAX) finish(TOO_LARGE);
      else chunks.push(chunk);
    }
    req.on("data", onData);
    req.once("end", () =>
      finish({ ok: true, fields: new URLSearchParams(Buffer.concat(chunks).toString("utf8")) }),
    );
    req.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** One field, trimmed; undefined when it is missing, empty or does not look as it should. */
export function fieldOf(fields: URLSearchParams, name: string, pattern: RegExp) {
  const value = fields.get(name)?.trim() ?? "";
  return pattern.test(value) ? value : undefined;
}
