import { randomBytes } from "node:crypto";
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
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

/** The fields of a JSON file that holds one object; null when it is absent or cut short. */
export async function readJson(path: string): Promise<Fields | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return fieldsOf(value);
  } catch {
    return null;
  }
}

/** An object's fields by name, nothing known of their values; null for anything else. */
export type Fields = ReadonlyMap<string, unknown>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : null;
}

export function textField(fields: Fields | null, name: string): string | null {
  const value = fields?.get(name);
  return typeof value === "string" ? value : null;
}

export function numberField(fields: Fields | null, name: string): number | null {
  const value = fields?.get(name);
  return typeof value === "number" ? value : null;
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
