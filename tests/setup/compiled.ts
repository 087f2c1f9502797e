import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Three times what one run leaves; apps in temporary folders are other files in each run. */
const ENTRIES_MAX = 10_000;

/**
 * Lets the Node programs that are started from here keep their modules compiled, types erased:
 * compiling was half of what a start of the exchange takes.
 */
export function keepCompiled(root: string): void {
  const folder = join(root, "node_modules", ".compile-cache");
  const isFull =
    existsSync(folder) && readdirSync(folder, { recursive: true }).length > ENTRIES_MAX;
  if (isFull) rmSync(folder, { recursive: true });
  process.env.NODE_COMPILE_CACHE ??= folder;
}
