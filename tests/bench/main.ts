import { parseArgs } from "node:util";
import type { Bench, BenchResult } from "./bench.ts";

/**
 * `npm run bench -- <name> [--json] [--quick]`: a benchmark with its baseline in the same run.
 * `search` takes real feeds and queries with `--data DIR`.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  deliver: async () => (await import("./deliver/deliver.ts")).benchDeliver,
  kit: async () => (await import("./kit/kit.ts")).benchKit,
  mcp: async () => (await import("./mcp/mcp.ts")).benchMcp,
  postback: async () => (await import("./postback/postback.ts")).benchPostback,
  search: async () => (await import("./search/search.ts")).benchSearch,
  settle: async () => (await import("./settle/settle.ts")).benchSettle,
  streams: async () => (await import("./kit/streams.ts")).benchStreams,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean" }, quick: { type: "boolean" }, data: { type: "string" } },
});
const [name] = positionals;
const load = name === undefined ? undefined : benches[name];
if (load === undefined) {
  process.stderr.write(`Name a benchmark: ${Object.keys(benches).join(", ")}.\n`);
  process.exit(1);
}
const bench = await load();
const result = await bench({
  isQuick: values.quick === true,
  data: values.data,
  say: (text) => process.stderr.write(`${text}\n`),
});
if (values.json !== true) process.stdout.write(tableOf(result));
process.stdout.write(`${JSON.stringify(result)}\n`);

function tableOf({ raw: _raw, settings: _settings, ...ratios }: BenchResult): string {
  const names = Object.keys(ratios);
  const width = Math.max(...names.map((ratio) => ratio.length));
  return names.map((ratio) => `${ratio.padEnd(width)}  ${ratios[ratio]}\n`).join("");
}
