import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGES, stagePackage } from "../../../scripts/publish/stage.ts";

const run = promisify(execFile);

/** The archives of the packages by their names, as `npm run build` and `npm pack` make them. */
export async function packPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  const archives = new Map<string, string>();
  for (const name of ["kit", "widget"] as const) {
    const built = join(folder, PACKAGES[name]);
    await stagePackage(name, built);
    const args = ["pack", built, "--json", "--pack-destination", folder];
    const [{ filename }]: [{ filename: string }] = JSON.parse(
      (await run("npm", args, { cwd: folder })).stdout,
    );
    archives.set(`@placard/${PACKAGES[name]}`, join(folder, filename));
  }
  return archives;
}
