import { spawnSync } from "node:child_process";

/**
 * Installs a Debian package unless its program is there. A service that the package starts is
 * stopped: proofs start their own, on ports of their own.
 *
 * **Errors** throws where it cannot be installed.
 */
export function requireProgram(program: string, name: string): void {
  if (isThere(program)) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["-q=2", "install", "-y", "--no-install-recommends", name], { env });
  if (!isThere(program)) throw new Error(`Install the Debian package ${name} for this proof.`);
  spawnSync("service", [name, "stop"]);
}

function isThere(program: string): boolean {
  return spawnSync("sh", ["-c", 'command -v "$1"', "sh", program]).status === 0;
}
