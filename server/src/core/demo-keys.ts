import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "signing-keys";
const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

/** Under DEMO=1 the signing key is made once and kept beside the data, so that links stay valid. */
export async function demoSigningKeys(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  try {
    return (await readFile(path, "utf8")).trim();
  } catch {
    await mkdir(dataDir, { recursive: true });
    const keys = `1:${randomBytes(SECRET_BYTES).toString("base64url")}`;
    await writeFile(path, `${keys}\n`, { mode: OWNER_ONLY, flag: "wx" }).catch(() => undefined);
    return (await readFile(path, "utf8")).trim();
  }
}
