import { createPublisherKit } from "@placard/publisher-kit";
import { startProgram } from "../../kit/sidecar/process.ts";
import { quantile, rounded } from "../support/statistics.ts";
import { startStub } from "./first-turn.ts";

const TURNS = 400;
const WARM_UP = 100;
const TEXT = "I'm looking for trail running boots";

/**
 * A turn through the sidecar's own process and the same turn of a kit in this one, alternately,
 * with an exchange that answers at once. **Units** milliseconds at p50.
 */
export async function measureSidecar() {
  const exchange = await startStub();
  const sidecar = await startProgram(exchange.baseUrl, ["--mode", "both"]);
  // Each turn asks the exchange anew, as different readers do.
  const kit = createPublisherKit({ baseUrl: exchange.baseUrl, apiKey: "key", mode: "both" });
  const direct: number[] = [];
  const through: number[] = [];
  try {
    for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
      const text = `${TEXT} number ${turn}`;
      const inside = await timed(async () => kit.prompt(await kit.turn({ text })));
      const outside = await timed(() => ask(sidecar.url, text));
      if (turn < WARM_UP) continue;
      direct.push(inside);
      through.push(outside);
    }
  } finally {
    await sidecar.end("SIGTERM");
    await kit.close();
    await exchange.close();
  }
  const [directMs, sidecarMs] = [quantile(direct, 0.5), quantile(through, 0.5)];
  return {
    sidecarTurnMs: rounded(sidecarMs),
    sidecarAddsMs: rounded(sidecarMs - directMs),
    sidecarVsDirect: rounded(sidecarMs / directMs),
  };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function ask(url: string, text: string): Promise<void> {
  const response = await fetch(`${url}/turn`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  const { status } = await response.json();
  if (status !== "filled") throw new Error("The sidecar filled no turn.");
}
