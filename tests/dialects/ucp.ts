import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { UCP } from "./programs.ts";

const messageSchema = z.looseObject({
  id: z.number(),
  result: z
    .looseObject({
      isError: z.boolean().optional(),
      content: z.array(z.looseObject({ text: z.string().optional() })).optional(),
      tools: z.array(z.looseObject({ name: z.string() })).optional(),
    })
    .optional(),
  error: z.unknown().optional(),
});

/** Shopify's UCP client as an MCP server of its own: it validates, negotiates and calls. */
export async function openUcp(older?: { release: string; profileUrl: string }) {
  const home = mkdtempSync(join(tmpdir(), "placard-ucp-"));
  const env = {
    ...process.env,
    HOME: home,
    UCP_TEST_ALLOW_INSECURE_LOCALHOST: "true",
    UCP_STRICT_SCHEMA: "1",
  };
  if (older !== undefined) {
    const { release, profileUrl } = older;
    const settings = ["--version", release, "--name", "old", "--profile-url", profileUrl];
    const args = [UCP, "profile", "init", ...settings, "--activate"];
    await once(spawn(process.execPath, args, { env, stdio: "ignore" }), "close");
  }
  const child = spawn(process.execPath, [UCP, "--mcp"], { env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (message: z.output<typeof messageSchema>) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = messageSchema.safeParse(JSON.parse(line));
    if (message.success) waiting.get(message.data.id)?.(message.data);
  });
  let last = 0;
  const ask = (method: string, params: object) => {
    last += 1;
    const id = last;
    const answer = new Promise<z.output<typeof messageSchema>>((resolve) => {
      waiting.set(id, resolve);
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answer;
  };
  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "proof", version: "1" },
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return {
    /** What the client printed for one call, and whether it calls that an error. */
    async call(name: string, business: string, input: object, more: object = {}) {
      const profile = older === undefined ? {} : { profile: "old" };
      const args = { business, input: JSON.stringify(input), ...profile, ...more };
      const { result } = await ask("tools/call", { name, arguments: args });
      // What follows the first line is advice for the model.
      const [text = ""] = (result?.content?.[0]?.text ?? "").split("\n");
      return { isError: result?.isError === true, text };
    },
    async tools() {
      const { result } = await ask("tools/list", {});
      return result?.tools?.map(({ name }) => name) ?? [];
    },
    close() {
      child.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
