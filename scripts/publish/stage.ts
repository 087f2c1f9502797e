import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { builtName, type Manifest, publishedManifest, requireShim } from "./manifest.ts";
import { copyModules } from "./modules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const bin = (name: string) => join(root, "node_modules/.bin", name);
const TIMEOUT_MS = 120_000;

/** The workspaces that are published, by the word `npm run build` takes. */
export const PACKAGES = { kit: "publisher-kit", widget: "widget" } as const;
export type PackageName = keyof typeof PACKAGES;

/** The types of the kit's wire are all the widget needs of it, so they travel with the widget. */
const KIT_TYPES = "@placard/publisher-kit/types";

const SCRIPT_TYPES = `import type { define, mount } from "./index.js";

declare global {
  /** Left by the script file, which also registers \`<placard-offers>\`. */
  var Placard: { readonly define: typeof define; readonly mount: typeof mount };
}

export {};
`;

/**
 * Builds one package into a folder that npm can pack and publish as it stands: compiled modules,
 * their types, licence and documents, and a `package.json` whose exports lead to them.
 *
 * **Errors** throws with what the compiler said.
 */
export async function stagePackage(name: PackageName, out: string): Promise<void> {
  const room = join(root, PACKAGES[name]);
  const manifest: Manifest = JSON.parse(await readFile(join(room, "package.json"), "utf8"));
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), "placard-build-"));
  try {
    const dist = join(out, "dist");
    await compile(name, work);
    if (name === "kit") await takeKit(manifest, work, dist);
    else await takeWidget(manifest, work, dist);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const published = JSON.stringify(publishedManifest(manifest), null, 2);
  await writeFile(join(out, "package.json"), `${published}\n`);
  await cp(join(root, "LICENSE"), join(out, "LICENSE"));
  await cp(join(room, "NOTICE.md"), join(out, "NOTICE.md"));
  await cp(join(room, "README.md"), join(out, "README.md"));
  const docs = join(room, "docs");
  if (existsSync(docs)) await cp(docs, join(out, "docs"), { recursive: true });
}

/** A host loads the adapter it uses and no other: each export is a file of its own. */
async function takeKit(manifest: Manifest, work: string, to: string): Promise<void> {
  const from = join(work, "publisher-kit/src");
  const args = ["build", "publisher-kit", "--outDir", to, "--logLevel", "error"];
  await run(bin("vite"), args, { cwd: root, timeout: TIMEOUT_MS });
  const entries = Object.values(manifest.exports).flatMap((source) => builtName(source) ?? []);
  await copyModules(entries, { from, to, extension: ".d.ts" });
  for (const entry of entries) {
    await writeFile(join(to, `${entry}.cjs`), requireShim(manifest.name, entry));
  }
}

/** The widget's modules come from its bundler, which also makes the script file. */
async function takeWidget(manifest: Manifest, work: string, to: string): Promise<void> {
  const from = join(work, "widget/src");
  const args = ["build", "widget", "--outDir", to, "--logLevel", "error"];
  await run(bin("vite"), args, { cwd: root, timeout: TIMEOUT_MS });
  const entries: string[] = [];
  for (const source of Object.values(manifest.exports)) {
    const name = builtName(source);
    if (name === undefined || name === "placard") continue;
    entries.push(...(name.includes("*") ? await matching(from, name) : [name]));
  }
  const replaced = { [KIT_TYPES]: "kit/types.js" };
  const types = { from, to, extension: ".d.ts", replaced } as const;
  await copyModules(entries, types);
  const kit = {
    from: join(work, "publisher-kit/src"),
    to: join(to, "kit"),
    extension: ".d.ts",
  } as const;
  await copyModules(["types"], kit);
  await writeFile(join(to, "placard.d.ts"), SCRIPT_TYPES);
  await writeFile(join(to, "placard.css.d.ts"), "export {};\n");
}

/** The modules behind a name such as `messages/*`. */
async function matching(from: string, pattern: string): Promise<string[]> {
  const folder = pattern.replace(/\/\*$/, "");
  const files = await readdir(join(from, folder));
  return files
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => `${folder}/${file.replace(/\.d\.ts$/, "")}`);
}

/**
 * Erases the types of the sources and writes declarations. `lib` holds what Node 20 and the
 * browsers of the widget know, so that a newer call fails here and not at a publisher's.
 */
async function compile(name: PackageName, to: string): Promise<void> {
  const config = join(to, "tsconfig.json");
  const options = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      outDir: to,
      rootDir: root,
      rewriteRelativeImportExtensions: true,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: [
      join(root, PACKAGES[name], "src/**/*"),
      join(root, "publisher-kit/src/types.ts"),
      join(root, "publisher-kit/src/citations/types.ts"),
    ],
    exclude: [],
  };
  await writeFile(config, JSON.stringify(options));
  try {
    // With several threads TypeScript 7.0.2 leaves out a folder in one run of five.
    const args = ["--project", config, "--singleThreaded"];
    await run(bin("tsc"), args, { cwd: root, timeout: TIMEOUT_MS });
  } catch (error) {
    throw new Error(`${name} does not compile:\n${saidBy(error)}`);
  }
}

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "stdout" in error && error.stdout ? String(error.stdout) : error.message;
}
