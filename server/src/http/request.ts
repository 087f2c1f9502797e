import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ExchangeError } from "../contract/errors.ts";

const BEARER = /^Bearer ([^\s]{1,200})$/i;

/** The key of a request, or undefined when none was sent. Never taken from query or body. */
export function keyOf(req: IncomingMessage): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return undefined;
  // A header of another form is a wrong key, not an anonymous caller.
  return BEARER.exec(authorization)?.[1] ?? "malformed";
}

/**
 * The client's IP address: the socket's, or what the trusted proxies in front wrote.
 *
 * **Units** `trustedHops` is how many of our own proxies stand in front.
 */
export function ipOf(req: IncomingMessage, trustedHops: number): string | undefined {
  const socketIp = plain(req.socket.remoteAddress);
  if (trustedHops === 0) return socketIp;
  const forwarded = req.headers["x-forwarded-for"];
  const chain = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? ""))
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return plain(chain.at(-trustedHops)) ?? socketIp;
}

export function isLoopback(ip: string | undefined): boolean {
  return ip !== undefined && (ip === "::1" || ip.startsWith("127."));
}

function plain(ip: string | undefined): string | undefined {
  return ip?.startsWith("::ffff:") ? ip.slice(7) : ip;
}

/**
 * Reads a body whole, up to a limit.
 *
 * **Units** bytes.
 * **Errors** `payload_too_large`, `invalid_request` when the client broke off.
 */
export async function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(req, limitBytes);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of req) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      sizeBytes += bytes.length;
      if (sizeBytes > limitBytes) throw tooLarge(req, limitBytes);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    throw new ExchangeError("invalid_request", {
      message: "The connection ended before the whole body arrived.",
      cause: error,
    });
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/**
 * Reads a JSON body as text; its size is in bytes, because the text's length counts characters.
 *
 * **Errors** those of `readBody`, `unsupported_media_type`, and `invalid_json` for what is not
 * UTF-8: decoding it anyway would store other names than were sent.
 */
export async function readJsonText(
  req: IncomingMessage,
  limitBytes: number,
): Promise<{ text: string; sizeBytes: number }> {
  requireJson(req);
  const bytes = await readBody(req, limitBytes);
  if (!isUtf8(bytes)) {
    throw new ExchangeError("invalid_json", {
      message: "The body is not UTF-8.",
      suggestion: "Send the JSON object encoded as UTF-8.",
    });
  }
  return { text: bytes.toString("utf8"), sizeBytes: bytes.length };
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
