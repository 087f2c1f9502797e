import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  createOpensearchClient,
  fieldOf,
} from "../../server/src/providers/search/opensearch-client.ts";

/**
 * `OPENSEARCH_URL=… npm run prove -- opensearch`: the contract of search engines on a cluster of
 * yours, under the alias `NAME-check` beside NAME; its index is removed at the end. Then whether
 * the cluster holds the shards and replicas that the address names.
 */
const address = process.env.OPENSEARCH_URL;
if (address === undefined) throw new Error("Set OPENSEARCH_URL, as for the exchange.");
const url = new URL(address);
url.pathname = `/${createOpensearchClient(address).alias}-check`;
const { alias, copies, call } = createOpensearchClient(url.href);
const ask = (method: "GET" | "DELETE", path: string) => call({ method, path, timeoutMs: 60_000 });

const vitest = ["vitest", "run", "--config", "tests/vitest.config.ts", "-t", "opensearch engine"];
const contract = spawnSync(
  "npx",
  [...vitest, "tests/integration/domain/catalog/engine-contract.test.ts"],
  {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    env: { ...process.env, TEST_OPENSEARCH_URL: url.href },
    stdio: "inherit",
  },
);
const waiting = "wait_for_status=green&timeout=30s";
const { body: health } = await ask("GET", `_cluster/health/${alias}?${waiting}`);
const held = {
  status: fieldOf(health, "status"),
  primaries: fieldOf(health, "active_primary_shards"),
  all: fieldOf(health, "active_shards"),
};
const { body: named } = await ask("GET", `_alias/${alias}`);
for (const name of Object.keys(Object(named)).filter((one) => one.startsWith(`${alias}-`))) {
  await ask("DELETE", name);
}
const { shards, replicas = 0 } = copies;
const isHeld =
  held.status === "green" &&
  held.primaries === shards &&
  Number(held.all) >= shards * (1 + replicas);
const results: readonly [string, boolean][] = [
  ["the contract of search engines", contract.status === 0],
  [`shards and replicas: ${JSON.stringify(held)}`, isHeld],
];
for (const [what, holds] of results) process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
process.exitCode = results.every(([, holds]) => holds) ? 0 : 1;
