import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundled, writeApp } from "../../kit/runtimes/app.ts";

/**
 * What an edge platform loads for the example of runtimes.md: the packed kit and its fetch handler
 * in one file. **Units** bytes after gzip.
 */
export async function measureEdgeBundle(): Promise<{ edgeBundleGzipBytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), "placard-edge-"));
  try {
    await writeApp(folder);
    const code = await bundled(folder, "page.js");
    return { edgeBundleGzipBytes: gzipSync(code, { level: 9 }).length };
  } finally {
    await rm(folder, { recursive: true });
  }
}
