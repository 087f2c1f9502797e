/** What the kit uses of Node's response. */
export type NodeResponse = {
  writableFinished: boolean;
  once(event: "close", listener: () => void): unknown;
};

/** The signal aborts when the client disconnects before it has received the whole response. */
export function abortOnClose(response: NodeResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
