import { join } from "node:path";

/**
 * Lets the Node programs that are started from here keep their modules compiled, types erased:
 * compiling was half of what a start of the exchange takes. Installing the packages anew empties it.
 */
export function keepCompiled(root: string): void {
  process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".compile-cache");
}
