// Runs before `npm start`, `npm test` and `npm run build` and installs what they miss. Plain
// JavaScript for Node 20, because on a new machine this is the first thing that runs, with whatever
// Node is there.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram, installDebianPackages } from "./prepare/debian.mjs";
import { checkNode } from "./prepare/node-version.mjs";
import { installPackages, isInstalled } from "./prepare/packages.mjs";
import { SetupError, say } from "./prepare/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tools = join(root, "tests", "tools");

/** Programs that only tests use, each with the Debian package that brings it. */
const testPrograms = [
  { names: ["redis-server"], debianPackage: "redis-server" },
  { names: ["python3"], debianPackage: "python3" },
  { names: ["chromium", "chromium-browser", "google-chrome"], debianPackage: "chromium" },
];

/** @param {string | undefined} kind `start`, `test` or `build` */
function prepare(kind) {
  if (kind !== "start" && kind !== "test" && kind !== "build") {
    throw new SetupError("Usage: node scripts/prepare.mjs start|test|build");
  }
  const withDev = kind !== "start";
  if (!isInstalled(root, withDev)) {
    say(`Installing npm packages for \`npm ${kind === "build" ? "run build" : kind}\`, once.`);
    installPackages(root, withDev);
  }
  checkNode(root);
  if (kind === "test") prepareTests();
}

function prepareTests() {
  if (existsSync(join(tools, "package-lock.json")) && !isInstalled(tools, true)) {
    say("Installing the tools of the tests, once.");
    installPackages(tools, true);
  }
  const missing = testPrograms.filter(({ names }) => !names.some(findProgram));
  if (missing.length > 0) installDebianPackages(missing.map((program) => program.debianPackage));
}

try {
  prepare(process.argv[2]);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
