import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { SetupError } from "./say.mjs";

/** The first Node that runs TypeScript by itself and that we test with. */
const NODE_MAJOR_MIN = 24;

/**
 * Makes sure that the next command finds a Node that is new enough: the one npm installed with
 * the packages, which npm scripts find first, else the machine's own.
 */
export function checkNode(root) {
  const pinned = join(root, "node_modules", ".bin", "node");
  if (existsSync(pinned)) {
    if (isOurselves(root) || runs(pinned)) return;
    const hint = `remove node_modules/.bin/node and install Node ${NODE_MAJOR_MIN} or newer`;
    throw new SetupError(`The Node that npm installed does not run on this system: ${hint}.`);
  }
  const own = process.versions.node;
  if (Number.parseInt(own, 10) >= NODE_MAJOR_MIN) return;
  const platform = `${process.platform}-${process.arch}`;
  if (existsSync(join(root, "node_modules", `node-${platform}`))) {
    throw new SetupError("The Node that npm installed is gone: remove node_modules and try again.");
  }
  throw new SetupError(
    `npm has no Node ${NODE_MAJOR_MIN} for ${platform}: ` +
      `install Node ${NODE_MAJOR_MIN} or newer yourself (this is Node ${own}).`,
  );
}

function isOurselves(root) {
  return process.execPath.startsWith(join(realpathSync(root), "node_modules") + sep);
}

function runs(program) {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}
