import { createInterface } from "node:readline";

/**
 * Serves one foreign MCP client to a test: each line on stdin is a call
 * `{ tool, args, key? }`, each line on stdout its answer `{ isError, body }` or `{ fault }`.
 * There is one connection for each key, as agents have it.
 *
 * @param {(url: string, headers: Record<string, string>) => Promise<{
 *   call(tool: string, args: object): Promise<{ isError: boolean, body: unknown }>,
 *   close(): Promise<unknown>,
 * }>} connect
 */
export async function serve(connect) {
  const url = process.argv[2];
  const connections = new Map();
  const open = (key) => connect(url, key === undefined ? {} : { Authorization: `Bearer ${key}` });
  for await (const line of createInterface({ input: process.stdin })) {
    const { tool, args, key } = JSON.parse(line);
    let answer;
    try {
      if (!connections.has(key)) connections.set(key, open(key));
      answer = await (await connections.get(key)).call(tool, args);
    } catch (error) {
      answer = { fault: String(error?.stack ?? error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  for (const connection of connections.values()) await (await connection).close();
}

/** A result of the protocol as a test compares it. */
export function answerOf({ isError, structuredContent, content }) {
  const body = JSON.parse(content[0].text);
  if (JSON.stringify(structuredContent) !== JSON.stringify(body)) {
    throw new Error("The text and the structured content differ.");
  }
  return { isError: isError === true, body };
}
