import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PACKAGES } from "../../../scripts/publish/stage.ts";
import { registerAgent } from "../../setup/agents.ts";
import { startExchange } from "../../setup/exchange.ts";
import { type Packed, packedOnce } from "../../setup/packed.ts";
import { ELEMENT_PROGRAMS, kitProgram, typedProgram } from "./programs.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const tool = (name: string) => join(root, "tests/tools/node_modules/.bin", name);
const run = promisify(execFile);

/** The oldest Node the packages promise; the machine's own is often older than ours. */
const OLDEST_MAJOR = 20;
const SYSTEM_NODE = "/usr/bin/node";
const nodes: string[] = [process.execPath];

async function findOlderNode(): Promise<void> {
  if (!existsSync(SYSTEM_NODE)) return;
  const { stdout } = await run(SYSTEM_NODE, ["--version"]);
  if (Number.parseInt(stdout.slice(1), 10) >= OLDEST_MAJOR) nodes.unshift(SYSTEM_NODE);
}

let packed: Packed;
let folder: string;

beforeAll(async () => {
  await findOlderNode();
  folder = await mkdtemp(join(tmpdir(), "placard-packages-"));
  packed = await packedOnce();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function npm(args: string[], cwd: string): Promise<string> {
  return (await run("npm", [...args, "--offline", "--no-audit", "--no-fund"], { cwd })).stdout;
}

/** What a program said, with its exit code; a failure shows its words. */
async function said(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const running = run(program, args, { cwd: folder, env: { ...process.env, ...env } });
  const { stdout, stderr } = await running.catch((error: unknown) => {
    const { stdout = "", stderr = "" } = Object(error);
    return { stdout: `${stdout}`, stderr: `failed: ${stderr}\n${error}\n${stdout}` };
  });
  return { stdout, stderr };
}

const archive = (name: "kit" | "widget"): string =>
  packed.archives.get(`@placard/${PACKAGES[name]}`) ?? "";

describe.each(["kit", "widget"] as const)("the %s", (name) => {
  test("has nothing that publint or the checker of types complains of", async () => {
    const lint = await said(tool("publint"), ["run", archive(name), "--strict"]);
    expect(lint.stdout).toContain("All good!");
    const args = [archive(name), "--profile", "esm-only", "--format", "json"];
    // What `require` finds returns the ES module itself, so its types are those of ES modules.
    args.push("--ignore-rules", "false-esm");
    const words = await wildcards(name);
    const types = await said(tool("attw"), [...args, "--include-entrypoints", ...words]);
    expect(types.stderr).toBe("");
    const { analysis } = JSON.parse(types.stdout);
    // Packages of modules alone answer to those who import; the profile leaves out the others.
    const asked = (one: { resolutionKind?: string }) =>
      one.resolutionKind === "node16-esm" || one.resolutionKind === "bundler";
    expect(analysis.problems.filter(asked)).toEqual([]);
    expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(words));
  });

  test("holds licence, documents and modules, and nothing of the workshop", async () => {
    const { stdout } = await run("tar", ["tzf", archive(name)]);
    const files = stdout.trim().split("\n");
    for (const file of ["LICENSE", "NOTICE.md", "README.md", "package.json"]) {
      expect(files).toContain(`package/${file}`);
    }
    const rest = files.filter((file) => !/^package\/(dist|docs)\//.test(file));
    expect(rest).toHaveLength(4);
    const odd = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));
    expect([...odd, ...files.filter((file) => /test|fixture|\.map$/.test(file))]).toEqual([]);
  });

  test("exports the names that the sources export, each a file that is there", async () => {
    const source = await manifestAt(join(root, PACKAGES[name]));
    const built = await manifestAt(join(packed.folder, PACKAGES[name]));
    const names = Object.keys(built.exports).filter((one) => one !== "./package.json");
    expect(names).toEqual(Object.keys(source.exports));
    for (const [entry, target] of Object.entries(built.exports)) {
      if (entry.includes("*") || typeof target === "string") continue;
      for (const file of Object.values(target)) {
        expect(existsSync(join(packed.folder, PACKAGES[name], file)), `${entry}: ${file}`).toBe(
          true,
        );
      }
    }
    expect(built).not.toHaveProperty("private");
    expect(built).not.toHaveProperty("scripts");
  });
});

interface PackedManifest {
  readonly exports: Record<string, string | Record<string, string>>;
  readonly dependencies?: Record<string, string>;
}

async function manifestAt(place: string): Promise<PackedManifest> {
  return JSON.parse(await readFile(join(place, "package.json"), "utf8"));
}

/** The modules behind a name with a star, which checkers leave out unless they are named. */
async function wildcards(name: "kit" | "widget"): Promise<string[]> {
  if (name === "kit") return ["."];
  const files = await readdir(join(packed.folder, PACKAGES.widget, "dist/messages"));
  return files
    .filter((file) => file.endsWith(".js"))
    .map((file) => `./messages/${file.slice(0, 2)}`);
}

test("the modules of the kit are ASCII: one other character doubles what V8 reads", async () => {
  const from = join(packed.folder, PACKAGES.kit, "dist");
  const files = await readdir(from, { recursive: true });
  const modules = files.filter((file) => file.endsWith(".js"));
  expect(modules.length).toBeGreaterThan(10);
  for (const file of modules) {
    expect(/[^\0-\x7f]/.test(await readFile(join(from, file), "utf8")), file).toBe(false);
  }
});

test("the kit needs no other package, and the widget only Preact", async () => {
  expect(await manifestAt(join(packed.folder, PACKAGES.kit))).not.toHaveProperty("dependencies");
  const { dependencies = {} } = await manifestAt(join(packed.folder, PACKAGES.widget));
  expect(Object.keys(dependencies)).toEqual(["preact"]);
});

test("in an empty folder the kit fills a turn on the oldest Node and on ours", async () => {
  const home = join(folder, "publisher");
  await mkdir(home);
  await writeFile(join(home, "package.json"), '{ "private": true, "type": "module" }');
  await npm(["install", archive("kit")], home);
  expect((await readdir(join(home, "node_modules"))).filter((one) => !one.startsWith("."))).toEqual(
    ["@placard"],
  );
  await writeFile(join(home, "turn.js"), kitProgram(await moduleNames("kit")));

  const exchange = await startExchange();
  try {
    await exchange.loadProducts("shop", ROWS);
    const publisher = await registerAgent(exchange.call, "publisher");
    const made = await exchange.call("create_key", { scope: "report" }, publisher.key);
    const key = String(Object(made.body).apiKey);
    for (const node of nodes) {
      const env = { PLACARD_URL: exchange.baseUrl, PLACARD_KEY: key };
      const { stdout, stderr } = await said(node, [join(home, "turn.js")], env);
      expect(stderr, node).toBe("");
      const { version, turn, modules } = JSON.parse(stdout);
      process.stdout.write(`${modules} modules of the kit and a turn on Node ${version}\n`);
      expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(OLDEST_MAJOR);
      expect(turn).toMatchObject({ status: "filled", cards: [{ title: "Trail running shoes" }] });
      const program = join(home, "node_modules/.bin/publisher-kit");
      const found = await said(node, [program, "doctor"], env);
      expect(found.stderr, node).toBe("");
      expect(found.stdout.match(/^ok /gm), found.stdout).toHaveLength(7);
      expect(found.stdout).not.toMatch(/^change/m);
    }
  } finally {
    await exchange.close();
  }
});

test("`require` returns the same modules, and one line on a Node that cannot", async () => {
  const home = join(folder, "requiring");
  const place = join(home, "node_modules/@placard/publisher-kit");
  await mkdir(place, { recursive: true });
  await run("tar", ["xzf", archive("kit"), "--strip-components=1", "-C", place]);
  const program = `const assert = require("node:assert");
    (async () => {
      for (const one of ${JSON.stringify(await moduleNames("kit"))}) {
        assert.deepEqual({ ...require(one) }, { ...(await import(one)) }, one);
      }
      console.log("required");
    })();`;
  await writeFile(join(home, "require.cjs"), program);
  for (const node of nodes) {
    const { stdout, stderr } = await said(node, [join(home, "require.cjs")]);
    // Node 20 says that requiring modules is new.
    expect([node, stdout, stderr.replace(/\(.*Warning: .*\n.*\n/, "")]).toEqual([
      node,
      "required\n",
      "",
    ]);
  }
  const old = await said(nodes.at(-1) ?? "", [
    "--no-experimental-require-module",
    join(home, "require.cjs"),
  ]);
  const line =
    "Error: @placard/publisher-kit consists of ES modules: require() needs Node 20.19, 22.12 " +
    "or later. Update Node, or use import().";
  expect(old.stderr).toContain(`${line}\n`);
});

const ROWS = [
  {
    id: "shoe-1",
    title: "Trail running shoes",
    price: 79,
    currency: "USD",
    availability: "in_stock",
    imageUrl: "https://pictures.test/shoe-1.jpg",
    link: "https://shop.test/p/shoe-1",
  },
];

/** Every module of a package by the name a program imports it under. */
async function moduleNames(name: "kit" | "widget"): Promise<string[]> {
  const { exports } = await manifestAt(join(packed.folder, PACKAGES[name]));
  const words = name === "widget" ? await wildcards(name) : [];
  return [...Object.keys(exports), ...words]
    .filter((entry) => !/\*|\.json$|\.css$|placard\.js$/.test(entry))
    .map((entry) => `@placard/${PACKAGES[name]}${entry.slice(1)}`);
}

test("strict programs compile, and the widget loads without a browser", async () => {
  const home = join(folder, "consumer");
  for (const name of ["kit", "widget"] as const) {
    const place = join(home, "node_modules/@placard", PACKAGES[name]);
    await mkdir(place, { recursive: true });
    await run("tar", ["xzf", archive(name), "--strip-components=1", "-C", place]);
  }
  const foreign = ["preact", "react", "vue", "@types/react", "@types/node", "csstype"];
  for (const name of [...foreign, "undici-types", "@vue"]) {
    const place = join(home, "node_modules", name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(root, "node_modules", name), place);
  }
  const modules = [...(await moduleNames("kit")), ...(await moduleNames("widget"))];
  await writeFile(join(home, "package.json"), '{ "type": "module" }');
  const programs = { ...ELEMENT_PROGRAMS, "program.ts": typedProgram(modules) };
  for (const [file, code] of Object.entries(programs)) await writeFile(join(home, file), code);
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["node16", "node16"],
    ["esnext", "bundler"],
  ] as const) {
    const options = { module, moduleResolution, target: "es2022", strict: true, noEmit: true };
    const compilerOptions = {
      ...options,
      lib: ["es2022", "dom", "dom.iterable"],
      jsx: "react-jsx",
      types: [],
      // The declarations of the packages themselves; once is enough, and the language's own are
      // others' affair.
      skipLibCheck: moduleResolution === "bundler",
      skipDefaultLibCheck: true,
      noUncheckedSideEffectImports: true,
    };
    const config = join(home, `${moduleResolution}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions, files: Object.keys(programs) }));
    const tsc = join(root, "node_modules/.bin/tsc");
    expect(await said(tsc, ["-p", config])).toEqual({ stdout: "", stderr: "" });
  }

  const load = `for (const one of ${JSON.stringify(modules)}) await import(one);`;
  await writeFile(join(home, "load.js"), `${load}\nconsole.log("loaded");`);
  for (const node of nodes) {
    expect(await said(node, [join(home, "load.js")])).toEqual({ stdout: "loaded\n", stderr: "" });
  }
});
