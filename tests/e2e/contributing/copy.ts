import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

/** What one recipe changes, as somebody would type it. */
export interface Change {
  /** The heading in CONTRIBUTING.md. */
  readonly recipe: string;
  /** What the placeholders of the table's paths stand for, such as `{ MODULE: "buy" }`. */
  readonly names: Readonly<Record<string, string>>;
  /** A text makes a new file; edits insert into one that exists. By path from the root. */
  readonly files: Readonly<Record<string, string | readonly Edit[]>>;
}

/** Inserts a text behind the first place where the file says `after`, or in place of `replace`. */
export type Edit =
  | { readonly after: string; readonly add: string }
  | { readonly replace: string; readonly by: string };

export interface Copy {
  readonly folder: string;
  apply(change: Change): Promise<void>;
  /** Runs a program of the copy and returns what it printed; throws with its output. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  remove(): Promise<void>;
}

/** A copy of the files that git tracks or would track, with the installed packages. */
export async function copyRepository(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), "placard-recipes-"));
  const listed = await run("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT });
  for (const path of listed.stdout.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // A file may be deleted and still be listed until the next commit.
    await cp(join(ROOT, path), join(folder, path)).catch(ignoreMissing);
  }
  for (const path of ["", "server", "publisher-kit", "widget", "demo-chat", "tests", "tests/tools"])
    await linkPackages(join(ROOT, path), join(folder, path));
  return {
    folder,
    apply: (change) => apply(folder, change),
    run: async (program, args, env) => {
      // What is compiled in a copy is of no use to another.
      const all = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1", ...env };
      const options = { cwd: folder, env: all, maxBuffer: 1 << 26 };
      try {
        return (await run(program, args, options)).stdout;
      } catch (error) {
        const { stdout = "", stderr = "" } = error instanceof Error ? outputOf(error) : {};
        throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function outputOf(error: Error & { stdout?: string; stderr?: string }) {
  return error;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** The workspaces among the packages lead to the copy, everything else to what is installed. */
async function linkPackages(from: string, to: string): Promise<void> {
  const names = await readdir(join(from, "node_modules")).catch(() => []);
  if (names.length === 0) return;
  await mkdir(join(to, "node_modules"), { recursive: true });
  for (const name of names) {
    const target = join(from, "node_modules", name);
    if (name === "@placard") await cp(target, join(to, "node_modules", name), WORKSPACE_LINKS);
    else await symlink(target, join(to, "node_modules", name));
  }
}

/** The links are relative, so in the copy they lead to its own folders. */
const WORKSPACE_LINKS = { recursive: true, verbatimSymlinks: true };

async function apply(folder: string, change: Change): Promise<void> {
  for (const [path, content] of Object.entries(change.files)) {
    const file = join(folder, path);
    if (typeof content === "string") {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: "wx" });
      continue;
    }
    let text = await readFile(file, "utf8");
    for (const edit of content) text = edited(text, edit, path);
    await writeFile(file, text);
  }
}

function edited(text: string, edit: Edit, path: string): string {
  const [before, after] =
    "after" in edit ? [edit.after, edit.after + edit.add] : [edit.replace, edit.by];
  if (!text.includes(before)) throw new Error(`${path} does not contain: ${before}`);
  return text.replace(before, () => after);
}
