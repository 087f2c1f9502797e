import { invariant } from "../../core/invariant.ts";
import type { FeedFormat, FeedReader } from "../../domain/catalog/index.ts";
import { acp } from "./acp.ts";
import {
  createLineCutter,
  type Format,
  HEAD_BYTES,
  type Head,
  headOf,
  type RowReader,
  readJsonObject,
  rowsOf,
  textHead,
  unreadable,
} from "./format.ts";
import { googleText } from "./google.ts";
import { googleXml } from "./google-xml.ts";
import { shopifyCsv } from "./shopify.ts";

const jsonl: Format = {
  matches: (head) => head.isJson,
  open: () =>
    rowsOf(createLineCutter(), (line) =>
      readJsonObject(line, (fields) => [{ id: fields.id, names: {}, fields: () => fields }]),
    ),
};

/** In the order in which a file's content is compared with them. */
const FORMATS = new Map<FeedFormat, Format>([
  ["google-xml", googleXml],
  ["shopify-csv", shopifyCsv],
  ["acp", acp],
  ["jsonl", jsonl],
  ["google-tsv", googleText],
]);

export const readFeed: FeedReader = async (source, options) => {
  const chunks = source[Symbol.asyncIterator]();
  const bytes = textHead(await firstBytes(chunks));
  const head = headOf(bytes);
  const format = options.format ?? detectFormat(head);
  const reader = FORMATS.get(format)?.open(head, options);
  invariant(reader, `${format} has a reader`);
  return { format, batches: batchesOf(bytes, chunks, reader) };
};

/** **Errors** `invalid_request` when a file is none of the formats. */
function detectFormat(head: Head): FeedFormat {
  if (head.text === "") throw unreadable("is empty", "Write the feed again.");
  for (const [name, format] of FORMATS) if (format.matches(head)) return name;
  throw unreadable(
    "is none of the formats",
    `Name one: --format ${[...FORMATS.keys()].join("|")}.`,
  );
}

async function firstBytes(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  while (sizeBytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    parts.push(bufferOf(next.value));
    sizeBytes += next.value.byteLength;
  }
  return Buffer.concat(parts);
}

async function* batchesOf(head: Buffer, chunks: AsyncIterator<Uint8Array>, reader: RowReader) {
  try {
    yield reader.push(head);
    for (;;) {
      const next = await chunks.next();
      if (next.done === true) break;
      yield reader.push(bufferOf(next.value));
    }
    yield reader.end();
  } finally {
    await chunks.return?.();
  }
}

function bufferOf(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
