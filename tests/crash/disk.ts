import { execFile } from "node:child_process";
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { chmod, lstat, mkdtemp, readdir, rm, rmdir, stat, symlink, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Place } from "../../local/postgres/cluster.ts";
import { isAlive } from "../setup/processes.ts";

const run = promisify(execFile);

/** Twice what the log takes between two checkpoints, so that it fills only when we fill it. */
const DISK_MB = 384;
const FILL_CHUNKS: readonly number[] = [4_194_304, 65_536, 4_096];

/** A file system of its own, small enough to be filled within a second. */
export interface SmallDisk {
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  clear(): void;
  unmount(): Promise<void>;
}

/** Whether this process may mount a file system: root on Linux, unless a container forbids it. */
export async function canMount(): Promise<boolean> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  await sweepDisks();
  try {
    await unmount(await mountDisk(1));
    return true;
  } catch {
    return false;
  }
}

/** Moves a folder (or what a link of that name leads to) to a small disk and leaves a link. */
export async function smallDiskFor(folder: string): Promise<SmallDisk> {
  const mount = await mountDisk(DISK_MB);
  const moved = join(mount, "moved");
  await copyTree(`${folder}/.`, moved);
  const { uid, gid } = await stat(folder);
  const isLink = (await lstat(folder)).isSymbolicLink();
  await (isLink ? unlink(folder) : rm(folder, { recursive: true }));
  await symlink(moved, folder);
  await run("chown", ["-h", `${uid}:${gid}`, folder]);
  await run("chown", [`${uid}:${gid}`, moved]);
  await chmod(moved, 0o700);
  const ballast = join(mount, "ballast");
  return {
    fill: () => fillUp(ballast),
    clear: () => rmSync(ballast, { force: true }),
    unmount: () => unmount(mount),
  };
}

/** Named after the process that must unmount it. */
async function mountDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `placard-disk-${process.pid}-`));
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  // The user PostgreSQL runs as must pass through.
  await chmod(folder, 0o711);
  return folder;
}

/** Lazily: a process of PostgreSQL that is just ending may still hold a file. */
async function unmount(folder: string): Promise<void> {
  await run("umount", ["-l", folder]);
  await rmdir(folder);
}

/** A run that was killed could not unmount its disks: the next run does it. */
async function sweepDisks(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^placard-disk-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    await unmount(folder).catch(() => rmdir(folder).catch(() => undefined));
  }
}

/** With owners, modes and links, in which Node's own copy differs. */
export async function copyTree(from: string, to: string): Promise<void> {
  await run("cp", ["-a", from, to]);
}

/** A cluster with this file follows another one instead of taking writes. */
export async function writeSignal({ cluster, account }: Place): Promise<void> {
  const path = join(cluster, "standby.signal");
  writeFileSync(path, "");
  if (account) await run("chown", [`${account.uid}:${account.gid}`, path]);
}

function fillUp(path: string): void {
  const file = openSync(path, "a");
  for (const bytes of FILL_CHUNKS) {
    const chunk = Buffer.alloc(bytes, 1);
    try {
      for (;;) if (writeSync(file, chunk) < bytes) break;
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : null;
      if (code !== "ENOSPC") throw cause;
    }
  }
  closeSync(file);
}
