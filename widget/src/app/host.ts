/** What can be read field by field; everything from the host is looked at before it is used. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The page's way to the app around it. */
export type Host = {
  /** Rejects when the host refuses. */
  ask(method: string, params: Fields): Promise<Fields>;
  notify(method: string, params: Fields): void;
};

/**
 * JSON-RPC 2.0 with the window around this one. A request of the host that has a listener is
 * answered with an empty result, as all requests to a page are.
 *
 * **Source** MCP Apps 2026-01-26, transport layer.
 */
export function connectHost(listeners: Readonly<Record<string, (params: Fields) => void>>): Host {
  const waiting = new Map<unknown, Waiting>();
  let lastId = 0;

  function send(message: Fields): void {
    // The page cannot know its host's origin, and sends nothing that the host does not have.
    window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  function settle({ id, result, error }: Fields): void {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (isFields(error)) asked?.reject(new Error(String(error.message)));
    else asked?.resolve(fieldsOf(result));
  }

  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    // Frames beside this one may send messages too; only the host is believed.
    if (source !== window.parent || !isFields(data) || data.jsonrpc !== "2.0") return;
    const { id, method, params } = data;
    if (typeof method !== "string") return settle(data);
    const isKnown = Object.hasOwn(listeners, method);
    if (isKnown) listeners[method]?.(fieldsOf(params));
    if (id === undefined) return;
    const unknown = { code: -32601, message: "Method not found" };
    send(isKnown ? { id, result: {} } : { id, error: unknown });
  });

  return {
    ask(method, params) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    notify: (method, params) => send({ method, params }),
  };
}

type Waiting = {
  resolve: (result: Fields) => void;
  reject: (error: Error) => void;
};
