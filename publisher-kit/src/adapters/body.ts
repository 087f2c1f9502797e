/** Reads a Node request or any other stream of bytes up to a size; undefined beyond it. */
export async function readStream(
  stream: AsyncIterable<unknown>,
  maxBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of stream) {
    if (typeof chunk === "string") {
      text += chunk;
      size += chunk.length;
    } else if (chunk instanceof Uint8Array) {
      text += decoder.decode(chunk, { stream: true });
      size += chunk.byteLength;
    }
    if (size > maxBytes) return undefined;
  }
  return text + decoder.decode();
}

/** The chunks of a stream of the Fetch API. Not every runtime can iterate a stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
