import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ASK, cpmExchange, reported } from "../browser-double.ts";
import { acknowledge } from "../exchange-double.ts";
import { startProgram, viewOnce } from "./process.ts";

const READERS = 24;
const ACCEPTED_MIN = 60;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "placard-spool-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a sidecar that is killed under load and started again loses no accepted report", async () => {
  await using exchange = await cpmExchange();
  // Half of the batches are lost on the way, as with an exchange that restarts; shortly before the
  // kill all are, so that some are left however slow the machine is.
  const accepted: string[] = [];
  let isKilled = false;
  let batches = 0;
  const acknowledged = new Set<unknown>();
  exchange.handlers.report_events = (call) => {
    batches += 1;
    const isDown = !isKilled && accepted.length >= ACCEPTED_MIN;
    if (batches % 2 === 1 || isDown) return { status: 503, body: {} };
    for (const turnId of turnsOf(call)) acknowledged.add(turnId);
    return { body: acknowledge(call) };
  };
  const first = await startProgram(exchange.baseUrl, ["--spool", folder, "--timeout-ms", "5000"]);
  let number = 0;
  const reader = async (): Promise<void> => {
    while (!isKilled) {
      number += 1;
      const view = await viewOnce(first.url, `session ${number}`, ASK).catch(() => undefined);
      if (view?.status === 202 && view.body.accepted === 1) accepted.push(view.turnId);
    }
  };
  const readers = Array.from({ length: READERS }, reader);
  const enough = ACCEPTED_MIN + 2 * READERS;
  await expect.poll(() => accepted.length, { timeout: 20_000 }).toBeGreaterThan(enough);
  await first.end("SIGKILL");
  isKilled = true;
  await Promise.all(readers);
  // The test would prove nothing if all had been sent before.
  expect(accepted.filter((turnId) => !acknowledged.has(turnId)).length).toBeGreaterThan(0);

  const second = await startProgram(exchange.baseUrl, ["--spool", folder]);
  await expect
    .poll(() => accepted.filter((turnId) => !acknowledged.has(turnId)), { timeout: 20_000 })
    .toEqual([]);
  // Each view has one event id in both lives, so that the exchange counts it once.
  const ids = new Map(reported(exchange).map(({ eventId, turnId }) => [eventId, turnId]));
  expect(new Set(ids.values()).size).toBe(ids.size);
  expect(await second.end("SIGTERM")).toBe(0);

  const calls = exchange.calls.length;
  const third = await startProgram(exchange.baseUrl, ["--spool", folder]);
  expect(await third.end("SIGTERM")).toBe(0);
  expect(exchange.calls.slice(calls).filter(({ tool }) => tool === "report_events")).toEqual([]);
});

function turnsOf({ args }: { args: Record<string, unknown> }): unknown[] {
  return Array.isArray(args.events) ? args.events.map(({ turnId }) => turnId) : [];
}
