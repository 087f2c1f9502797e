import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `npm run prove -- <name>`: the long form of a proof; without a name, the list of them. */
const folder = fileURLToPath(new URL("prove/", import.meta.url));
const names = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length))
  .sort();
const [name, ...args] = process.argv.slice(2);
if (name !== undefined && names.includes(name)) {
  const result = spawnSync(process.execPath, [`${folder}${name}.ts`, ...args], {
    stdio: "inherit",
  });
  process.exitCode = result.status ?? 1;
} else {
  const list = names.length > 0 ? names.join(", ") : "none yet";
  const start = name === undefined ? "" : `No proof is called ${name}. `;
  process.stdout.write(`${start}Proofs: ${list}.\n`);
  process.exitCode = name === undefined ? 0 : 1;
}
