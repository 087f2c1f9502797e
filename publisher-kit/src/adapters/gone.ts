/** What the kit uses of Node's response. */
export type NodeResponse = {
  writableFinished: boolean;
  once(event: "close", told: () => void): unknown;
};

/** Aborts when the reader leaves before the answer has gone out: nothing is asked for nobody. */
export function untilGone(response: NodeResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
