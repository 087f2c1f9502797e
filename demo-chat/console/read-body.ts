import type { IncomingMessage } from "node:http";

/** The body byte for byte, as a signature over it needs it; undefined when it is too long. */
export async function readBody(
  req: IncomingMessage,
  sizeMaxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > sizeMaxBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
