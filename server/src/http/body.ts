import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ExchangeError } from "../contract/errors.ts";

/** Without a key: enough for every tool that needs none. **Units** bytes. */
const ANONYMOUS_BODY_MAX_BYTES = 65_536;
/** What unfinished bodies may hold in a process, without a key and with one. **Units** bytes. */
const ANONYMOUS_POOL_BYTES = 4_194_304;
const KEYED_POOL_BYTES = 67_108_864;

export type BodyReader = ReturnType<typeof createBodyReader>;

interface BodyLimit {
  readonly limitBytes: number;
  /** Whether the caller has shown who it is. Others share little memory. */
  readonly isKnown: boolean;
}

/** Reads the bodies of one process, which together hold a bounded amount of memory. */
export function createBodyReader() {
  const anonymous = createPool(ANONYMOUS_POOL_BYTES);
  const keyed = createPool(KEYED_POOL_BYTES);
  /**
   * Reads a body whole, up to a limit.
   *
   * **Units** bytes.
   * **Errors** `payload_too_large`; `invalid_request` when the client broke off.
   */
  const read = (req: IncomingMessage, { limitBytes, isKnown }: BodyLimit) =>
    readWithin(req, limitBytes, isKnown ? keyed : anonymous);
  return {
    read,
    /**
     * Reads a JSON body as text; its size is in bytes, because the text's length counts characters.
     *
     * **Errors** those of `read`, `unsupported_media_type`, and `invalid_json` for what is not
     * UTF-8: decoding it anyway would store other names than were sent.
     */
    async readJson(req: IncomingMessage, { limitBytes, isKnown }: BodyLimit) {
      requireJson(req);
      const most = isKnown ? limitBytes : Math.min(limitBytes, ANONYMOUS_BODY_MAX_BYTES);
      const bytes = await read(req, { limitBytes: most, isKnown });
      if (!isUtf8(bytes)) {
        throw new ExchangeError("invalid_json", {
          message: "The body is not UTF-8.",
          suggestion: "Send the JSON object encoded as UTF-8.",
        });
      }
      return { text: bytes.toString("utf8"), sizeBytes: bytes.length };
    },
  };
}

type Pool = ReturnType<typeof createPool>;

/**
 * Ordinary bodies arrive within milliseconds, so the oldest unfinished ones belong to clients that
 * send slowly or not at all.
 */
function createPool(limitBytes: number) {
  const held = new Map<IncomingMessage, number>();
  let totalBytes = 0;
  const release = (req: IncomingMessage) => {
    totalBytes -= held.get(req) ?? 0;
    held.delete(req);
  };
  return {
    release,
    /** Notes what a request holds. When all hold too much, the oldest requests are broken off. */
    hold(req: IncomingMessage, bytes: number) {
      totalBytes += bytes - (held.get(req) ?? 0);
      held.set(req, bytes);
      for (const [oldest] of held) {
        if (totalBytes <= limitBytes) return;
        release(oldest);
        oldest.destroy();
      }
    },
  };
}

async function readWithin(req: IncomingMessage, limitBytes: number, pool: Pool): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(req, limitBytes);
  let whole: Buffer | undefined;
  let sizeBytes = 0;
  try {
    for await (const chunk of req) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      if (sizeBytes + bytes.length > limitBytes) throw tooLarge(req, limitBytes);
      whole = whole === undefined ? bytes : appended(whole, sizeBytes, bytes);
      sizeBytes += bytes.length;
      pool.hold(req, whole.length);
    }
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    throw new ExchangeError("invalid_request", {
      message: "The connection ended before the whole body arrived.",
      cause: error,
    });
  } finally {
    pool.release(req);
  }
  return whole?.subarray(0, sizeBytes) ?? Buffer.alloc(0);
}

/** Grown by doubling: a body of single bytes would otherwise hold an object for each of them. */
function appended(whole: Buffer, sizeBytes: number, more: Buffer): Buffer {
  const neededBytes = sizeBytes + more.length;
  if (neededBytes <= whole.length) {
    more.copy(whole, sizeBytes);
    return whole;
  }
  const grown = Buffer.allocUnsafeSlow(Math.max(neededBytes, 2 * whole.length));
  whole.copy(grown, 0, 0, sizeBytes);
  more.copy(grown, sizeBytes);
  return grown;
}

function tooLarge(req: IncomingMessage, limitBytes: number): ExchangeError {
  // The rest is read and discarded, so that the answer reaches a client that is still sending.
  req.resume();
  return new ExchangeError("payload_too_large", {
    message: `The body is larger than ${limitBytes} bytes.`,
    details: { limitBytes },
    suggestion: "Send less at once; report_events takes up to 1 MB.",
  });
}

function requireJson(req: IncomingMessage): void {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const encoding = req.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    throw new ExchangeError("unsupported_media_type", {
      message: "Compressed bodies are not accepted.",
      suggestion: "Send the body uncompressed, without the header `Content-Encoding`.",
    });
  }
  if (type === "application/json") return;
  throw new ExchangeError("unsupported_media_type", {
    suggestion: "Send the header `Content-Type: application/json`.",
  });
}

/** **Errors** `invalid_json`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ExchangeError("invalid_json", {
      suggestion: 'Send one JSON object, such as {"tool":"whoami","arguments":{}}.',
    });
  }
}
