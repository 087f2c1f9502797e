import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { packPackages } from "../prove/hosts/packed.ts";

const POLL_MS = 50;

export interface Packed {
  /** The built packages lie here, each in a folder of its name, and their archives. */
  readonly folder: string;
  /** By the names of the packages. */
  readonly archives: ReadonlyMap<string, string>;
}

/**
 * The packages as they are published, built once for all files of a run: the first file that needs
 * them builds them, others wait. What is there must not be changed.
 */
export async function packedOnce(): Promise<Packed> {
  const folder = join(inject("sharedFolder"), "packed");
  const list = join(folder, "archives.json");
  // The time limit is that of the hook which waits.
  while (!existsSync(list)) {
    const isFirst = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (isFirst) await pack(folder, list);
    else await sleep(POLL_MS);
  }
  return { folder, archives: new Map(JSON.parse(await readFile(list, "utf8"))) };
}

async function pack(folder: string, list: string): Promise<void> {
  try {
    const archives = await packPackages(folder);
    await writeFile(`${list}.new`, JSON.stringify([...archives]));
    // A file that waits sees all of it or nothing.
    await rename(`${list}.new`, list);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
