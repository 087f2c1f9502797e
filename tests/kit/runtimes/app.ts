import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { stagePackage } from "../../../scripts/publish/stage.ts";

const run = promisify(execFile);
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = at("../../../publisher-kit/docs/runtimes.md");
const FLUSH = ".finally(() => context.waitUntil(kit.flush()))";

/**
 * Writes an app into a folder as a developer has it: the packed kit in `node_modules`, the example
 * of runtimes.md as `page.js`, and `worker.js`. Without an archive the kit is packed first.
 */
export async function writeApp(folder: string, archive?: string): Promise<void> {
  const home = join(folder, "node_modules/@placard/publisher-kit");
  await mkdir(home, { recursive: true });
  const packed = archive ?? (await packKit(folder));
  await run("tar", ["xzf", packed, "--strip-components=1", "-C", home]);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(await readFile(PAGE, "utf8")) ?? [];
  await writeFile(join(folder, "page.js"), stripTypeScriptTypes(example));
  const worker = await readFile(at("worker.js"), "utf8");
  await writeFile(join(folder, "worker.js"), `${worker}\nexport default worker;\n`);
}

async function packKit(folder: string): Promise<string> {
  const staged = join(folder, "staged");
  await stagePackage("kit", staged);
  const pack = ["pack", staged, "--json", "--offline", "--pack-destination", folder];
  const [{ filename }]: [{ filename: string }] = JSON.parse((await run("npm", pack)).stdout);
  return join(folder, filename);
}

/** The same app whose example does not call `flush`. */
export async function writeAppWithoutFlush(folder: string, to: string): Promise<void> {
  await cp(folder, to, { recursive: true });
  const page = await readFile(join(to, "page.js"), "utf8");
  if (!page.includes(FLUSH)) throw new Error("The example of runtimes.md does not call `flush`.");
  await writeFile(join(to, "page.js"), page.replace(FLUSH, ""));
}

/** One file with all that an entry of an app needs, as bundlers of edge platforms make it. */
export async function bundled(folder: string, entry: "page.js" | "worker.js"): Promise<string> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    // Source: what Cloudflare's wrangler resolves with.
    resolve: { conditions: ["workerd", "worker", "browser"] },
    build: {
      write: false,
      target: "es2022",
      minify: "oxc",
      lib: { entry: join(folder, entry), formats: ["es"] },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  });
  const results = Array.isArray(built) ? built : [built];
  const files = results.flatMap((result) => ("output" in result ? result.output : []));
  const chunks = files.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  if (chunks.length !== 1) throw new Error(`The bundle has ${chunks.length} files.`);
  return chunks.join("");
}
