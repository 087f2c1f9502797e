import { randomBytes } from "node:crypto";
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { systemCode } from "./error.ts";

/**
 * Writes a file only its owner can read, whole or not at all. Root gives it to the owner of its
 * folder, so that one start with sudo does not lock the ordinary user out of the data folder.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const aside = await writeAside(path, text);
  await rename(aside, path);
}

/** Like `writePrivate`, but leaves an existing file as it is; false when there was one. */
export async function createPrivate(path: string, text: string): Promise<boolean> {
  const aside = await writeAside(path, text);
  try {
    await link(aside, path);
    return true;
  } catch (cause) {
    if (systemCode(cause) === "EEXIST") return false;
    throw cause;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Makes a folder with its parents; as root each new one belongs to the folder it lies in. */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  const exists = await stat(path).catch(() => null);
  if (exists || parent === path) return;
  await makeFolder(parent);
  await mkdir(path, { recursive: true });
  await takeOwnerOfFolder(path);
}

/** The value of a JSON file; null when it is absent, cut short or does not fit the schema. */
export async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

async function writeAside(path: string, text: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  await writeFile(aside, text, { mode: 0o600, flag: "wx" });
  await takeOwnerOfFolder(aside);
  return aside;
}

async function takeOwnerOfFolder(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const folder = await stat(dirname(path));
  // A folder open to everyone, like /tmp, says nothing about who the file is for.
  if (folder.mode & 0o002) return;
  await chown(path, folder.uid, folder.gid);
}
