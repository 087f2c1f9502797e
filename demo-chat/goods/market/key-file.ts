import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson, recordOf, textOf } from "./json.ts";

const OWNER_ONLY = 0o600;

/** Keys and webhook secrets of the demo's agents, kept so that a second start continues. */
export type KeyFile = {
  get(name: string): string | undefined;
  /** Written at once and as a whole: a start that crashes keeps every key that it received. */
  set(name: string, apiKey: string): Promise<void>;
  /** Deletes one, as safely. */
  remove(name: string): Promise<void>;
};

export async function openKeyFile(path: string): Promise<KeyFile> {
  const text = await readFile(path, "utf8").catch(() => "");
  const keys = new Map<string, string>();
  for (const [name, value] of Object.entries(recordOf(parseJson(text)) ?? {})) {
    const apiKey = textOf(value);
    if (apiKey !== undefined) keys.set(name, apiKey);
  }
  const write = () =>
    writePrivately(path, `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`);
  return {
    get: (name) => keys.get(name),
    async set(name, apiKey) {
      keys.set(name, apiKey);
      await write();
    },
    async remove(name) {
      if (keys.delete(name)) await write();
    },
  };
}

/** Writes a file only its owner may read, in one step. */
export async function writePrivately(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const next = `${path}.next`;
  await writeFile(next, text, { mode: OWNER_ONLY, flush: true });
  await rename(next, path);
}
