/**
 * Posts JSON to one of the three routes. Errors: rejects as `fetch` does.
 */
export function post(
  url: string,
  body: unknown,
  init: { signal: AbortSignal; token?: string; keepalive?: boolean },
): Promise<Response> {
  const { token, ...rest } = init;
  const headers = new Headers({ "content-type": "application/json" });
  if (token) headers.set("authorization", `Bearer ${token}`);
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body), ...rest });
}
