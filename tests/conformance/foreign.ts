import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { CallTool } from "../setup/exchange.ts";

const answerSchema = z.union([
  z.strictObject({ isError: z.boolean(), body: z.unknown() }),
  z.strictObject({ fault: z.string() }),
]);

/** The programs in `tests/tools/clients`, each around the client of another house. */
export const FOREIGN_CLIENTS = ["ai-sdk", "openai-agents", "mastra"] as const;

/** One of them in a process of its own, behind the same function as `POST /api/agent`. */
export function openForeignClient(name: (typeof FOREIGN_CLIENTS)[number], url: string) {
  const program = fileURLToPath(new URL(`../tools/clients/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program, url], { stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // One call at a time: an answer belongs to the call before it.
  const call: CallTool = async (tool, args, key) => {
    child.stdin.write(`${JSON.stringify({ tool, args, key })}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${name} ended: ${complaint}`);
    const answer = answerSchema.parse(JSON.parse(value));
    if ("fault" in answer) throw new Error(`${name} could not call ${tool}: ${answer.fault}`);
    return answer;
  };
  return {
    call,
    async close(): Promise<void> {
      child.stdin.end();
      await ended;
    },
  };
}
