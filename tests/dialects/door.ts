/** Known to the exchange without a request. */
export const PROFILE =
  "https://shopify.dev/ucp/agent-profiles/2026-08-25/valid-with-capabilities.json";

/** One call of a tool at the door of a dialect, as any MCP client sends it. */
export function callDoor(
  url: string,
  { tool, args, key }: { tool: string; args: object; key?: string | undefined },
): Promise<Response> {
  const params = { name: tool, arguments: args };
  return fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}
