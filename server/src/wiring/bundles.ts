import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** One build for browsers: what it is made from, and what comes out. Paths from the root. */
export interface Bundle {
  readonly config: string;
  readonly sources: readonly string[];
  readonly outputs: readonly string[];
}

export const PAGES: Bundle = {
  config: "server/pages/vite.config.ts",
  sources: ["console", "docs", "explore", "shared", "vite.config.ts"].map(
    (name) => `server/pages/${name}`,
  ),
  outputs: [
    ...["console.js", "console.css", "docs.js", "docs.css"],
    ...["explore.js", "explore.css", "shared.js", "server/console.js", "server/explore.js"],
  ].map((file) => `server/pages/dist/${file}`),
};

/** The page of the MCP App, which shares the widget's cards. */
export const APP_PAGE: Bundle = {
  config: "widget/src/app/vite.config.ts",
  sources: ["widget/src"],
  outputs: ["widget/dist/mcp-app.html"],
};

/** Builds what is missing or older than its sources; a second start builds nothing. */
export async function ensureBundles(bundles: readonly Bundle[], onBuild: (config: string) => void) {
  for (const bundle of bundles) {
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
  // A slow machine is no fault of a plugin.
  const quiet = { rolldownOptions: { checks: { pluginTimings: false } } };
  const builder = await createBuilder({ configFile, logLevel: "warn", build: quiet });
  await builder.buildApp();
}
