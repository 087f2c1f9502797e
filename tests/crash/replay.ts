import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { freePort } from "../../local/free-port.ts";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { callTool } from "../bench/support/market.ts";
import type { Finding } from "./books.ts";
import { serveExchange } from "./exchange.ts";
import { terminateConnections } from "./faults.ts";
import { makeNode, makeStandby, promote, withClient } from "./node.ts";
import { startProxy } from "./proxy.ts";

const TRIES = 5;
const TRY_TIMEOUT_MS = 2_000;
const WAIT_MS = 1_500;
const agentSchema = z.object({ apiKey: z.string() });
const placementSchema = z.object({ placementId: z.string() });

/**
 * A call is committed on the primary alone, because its wait for the standby was cancelled; its
 * caller hears `unavailable` and repeats it under the same idempotency key. If the repetition is
 * answered, the effect must outlive the primary.
 */
export async function checkReplays(): Promise<Finding> {
  const primary = await makeNode({ hasSmallDisk: false });
  const undo: (() => Promise<void>)[] = [() => primary.remove()];
  try {
    await migrate({ databaseUrl: primary.url() });
    const proxy = await startProxy(primary.port);
    const link = await startProxy(primary.port);
    undo.push(proxy.close, link.close);
    const exchange = await serveExchange({
      databaseUrl: primary.url().replace(`:${primary.port}/`, `:${proxy.port}/`),
      port: await freePort(),
      entry: fileURLToPath(new URL("servers/honest.ts", import.meta.url)),
    });
    undo.push(exchange.stop);
    const { baseUrl } = exchange;
    const registered = await callTool({ baseUrl }, "register", {
      provider: "Load",
      displayName: "Publisher",
      role: "publisher",
    });
    const standby = await makeStandby(primary, link);
    undo.push(() => standby.remove());
    link.sever();
    const key = agentSchema.parse(registered).apiKey;
    const call = () => listPlacement(baseUrl, key);
    const first = call();
    await sleep(WAIT_MS);
    await terminateConnections(primary);
    const answers = [await first];
    for (let tries = 0; tries < TRIES; tries += 1) answers.push(await call());
    await primary.fence();
    await promote(standby);
    const acknowledged = answers.find((placementId) => placementId !== null) ?? null;
    const isThere = acknowledged === null || (await hasPlacement(standby.url(), acknowledged));
    return {
      name: "a repeated call is not acknowledged before the standby has its effect",
      problem: isThere ? null : `${acknowledged} was acknowledged and is gone`,
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** **Shape** the placement's id when the call was answered with success, else null. */
async function listPlacement(baseUrl: string, key: string): Promise<string | null> {
  const args = {
    title: "A list of pans",
    description: "A sidebar of a chat that talks about everything.",
    kind: "chat_sidebar",
    adUnitType: "cpc",
    rateCredits: 25,
    idempotencyKey: "the-same",
  };
  const answer = callTool({ baseUrl, key }, "list_placement", args).then(
    (body) => placementSchema.parse(body).placementId,
    () => null,
  );
  return Promise.race([answer, sleep(TRY_TIMEOUT_MS, null)]);
}

function hasPlacement(databaseUrl: string, placementId: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const values = [uuidFromId(placementId)];
    const { rowCount } = await client.query("select 1 from placement where id = $1", values);
    return rowCount === 1;
  });
}
