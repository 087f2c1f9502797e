import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** One build for the browser: what it is made from, and what comes out. */
type Bundle = {
  config: string;
  sources: readonly string[];
  outputs: readonly string[];
};

const BUNDLES: readonly Bundle[] = [
  {
    config: "widget/vite.config.ts",
    sources: ["widget/src", "widget/vite.config.ts"],
    outputs: ["widget/dist/placard.js", "widget/dist/placard.css"],
  },
  {
    config: "demo-chat/vite.config.ts",
    sources: ["demo-chat/src/page", "demo-chat/vite.config.ts"],
    outputs: ["demo-chat/dist/demo.js", "demo-chat/dist/demo.css"],
  },
];

/** Builds what is missing or older than its sources; a second start builds nothing. */
export async function ensureBundles(onBuild: (config: string) => void): Promise<void> {
  for (const bundle of BUNDLES) {
    if (await isFresh(bundle)) continue;
    onBuild(bundle.config);
    await build(bundle.config);
  }
}

async function isFresh({ sources, outputs }: Bundle): Promise<boolean> {
  const newest = Math.max(
    ...(await Promise.all(sources.map((path) => newestIn(join(root, path))))),
  );
  const made = await Promise.all(outputs.map((path) => modifiedAt(join(root, path))));
  return made.every((at) => at >= newest);
}

async function newestIn(path: string): Promise<number> {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const names = await readdir(path);
  // The folder's own time tells of files that were removed.
  const inside = await Promise.all(names.map((name) => newestIn(join(path, name))));
  return Math.max(info.mtimeMs, ...inside);
}

async function modifiedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

async function build(config: string): Promise<void> {
  // Loaded on demand: a start with fresh bundles never pays for the builder.
  const { createBuilder } = await import("vite");
  const configFile = join(root, config);
  const builder = await createBuilder({ configFile, logLevel: "warn" });
  await builder.buildApp();
}
