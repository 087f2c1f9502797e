import type { IncomingMessage } from "node:http";

/** The exchange's longest message is a few kilobytes. **Units** bytes. */
export const RAW_BODY_MAX = 64 * 1024;

/** The body byte for byte, as its signature needs it; undefined when it is too long. */
export async function readRawBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > RAW_BODY_MAX) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
