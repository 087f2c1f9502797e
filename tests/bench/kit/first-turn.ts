import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { stagePackage } from "../../../scripts/publish/stage.ts";

const run = promisify(execFile);
const PROCESSES = 7;
const CHILD = fileURLToPath(new URL("./first-turn-child.mjs", import.meta.url));

const measuredSchema = z.object({
  status: z.literal("filled"),
  importMs: z.number(),
  importMaxStepMs: z.number(),
  firstTurnMaxStepMs: z.number(),
  cpuMs: z.number(),
});

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round((sorted[sorted.length >> 1] ?? 0) * 10) / 10;
};

/**
 * Import and first turn in fresh processes, with the package as it is published and an exchange
 * that answers at once. **Units** milliseconds, medians; a step is what holds up the event loop.
 */
export async function measureFirstTurn() {
  const folder = await mkdtemp(join(tmpdir(), "placard-first-turn-"));
  const exchange = await startStub();
  try {
    await stagePackage("kit", folder);
    const packed = await run("npm", ["pack", "--silent", "--pack-destination", folder, folder]);
    const { size: tarballBytes } = await stat(join(folder, packed.stdout.trim()));
    const kitUrl = pathToFileURL(join(folder, "dist/index.js")).href;
    const runs: z.infer<typeof measuredSchema>[] = [];
    for (let process = 0; process < PROCESSES; process += 1) {
      const { stdout } = await run(globalThis.process.execPath, [CHILD, kitUrl, exchange.baseUrl]);
      runs.push(measuredSchema.parse(JSON.parse(stdout)));
    }
    return {
      importMs: median(runs.map(({ importMs }) => importMs)),
      importMaxStepMs: median(runs.map(({ importMaxStepMs }) => importMaxStepMs)),
      firstTurnMaxStepMs: median(runs.map(({ firstTurnMaxStepMs }) => firstTurnMaxStepMs)),
      firstTurnCpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
      tarballBytes,
    };
  } finally {
    await exchange.close();
    await rm(folder, { recursive: true });
  }
}

/** Answers every search with one product, and knows no booking. */
export async function startStub() {
  const server = createServer((request, response) => {
    const { port } = addressOf(server);
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ status: "ok", items: [product(port)], nextCursor: null }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${addressOf(server).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function addressOf(server: ReturnType<typeof createServer>): { port: number } {
  const address = server.address();
  return typeof address === "object" && address !== null ? address : { port: 0 };
}

const product = (port: number) => ({
  title: "Trail running boots",
  price: {
    amount: 99,
    currency: "USD",
    compareAtAmount: null,
    discountPercent: null,
    discountAmount: null,
  },
  disclosure: "Ad · Sold by Northwind",
  seller: "Northwind",
  clickUrl: `http://127.0.0.1:${port}/r/${"p".repeat(64)}`,
});
