import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { say } from "./say.mjs";

/** Whether a program of this name is on the path. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  return folders.some((folder) => isExecutable(join(folder, name)));
}

/**
 * Installs Debian packages where that is possible without asking for a password; else says what
 * to install. Not fatal: the tests that need them fail and say the same, all others run.
 */
export function installDebianPackages(names) {
  const prefix = findProgram("apt-get") ? rootPrefix() : null;
  if (prefix) {
    say(`Installing ${names.join(" and ")} for the tests, once.`);
    const install = () => aptGet(prefix, "install", "-y", "--no-install-recommends", ...names);
    // A new machine has no package lists yet, an old one has outdated ones.
    if (install() || (aptGet(prefix, "update") && install())) return;
  }
  say(`Please install ${names.join(" and ")}: tests that need them fail until then.`);
}

function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const sudo = ["sudo", "--non-interactive"];
  return findProgram("sudo") && run([...sudo, "true"]) ? sudo : null;
}

function aptGet(prefix, ...args) {
  return run([...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2", ...args]);
}

function run([program, ...args]) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
