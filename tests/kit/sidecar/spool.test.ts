import { appendFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredReport } from "@placard/publisher-kit/types";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSpool } from "../../../publisher-kit/src/sidecar/spool.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "placard-spool-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reportOf = (number: number, text = ""): StoredReport => ({
  type: "impression",
  campaignId: "cmp_00000000000000000000000001",
  deliveryId: `dlv_${text}`,
  eventId: `evt_${number}`,
  occurredAt: "2026-11-24T00:00:00Z",
});

test("keeps what was put and not deleted for the next process", async () => {
  const first = await openSpool(folder);
  for (const number of [1, 2, 3]) first.put(reportOf(number));
  first.delete("evt_2");
  await first.synced();
  await first.close();
  const second = await openSpool(folder);
  expect(second.pending()).toEqual([reportOf(1), reportOf(3)]);
  await second.close();
  expect((await stat(join(folder, "reports.jsonl"))).mode & 0o077).toBe(0);
});

test("reads past a line that a crash has cut, and writes after it on its own line", async () => {
  const first = await openSpool(folder);
  first.put(reportOf(1));
  await first.synced();
  await appendFile(join(folder, "reports.jsonl"), '{"report":{"eventId":"evt_cu');
  first.put(reportOf(2));
  await first.close();
  const second = await openSpool(folder);
  expect(second.pending()).toEqual([reportOf(1), reportOf(2)]);
  await second.close();
});

test("is on disk when synced resolves, also while other reports keep coming", async () => {
  const spool = await openSpool(folder);
  let isRunning = true;
  const writing = (async () => {
    for (let number = 100; isRunning; number += 1) {
      spool.put(reportOf(number));
      await new Promise(setImmediate);
    }
  })();
  for (const number of [1, 2, 3]) {
    spool.put(reportOf(number));
    await spool.synced();
    expect(await readFile(join(folder, "reports.jsonl"), "utf8")).toContain(`"evt_${number}"`);
  }
  isRunning = false;
  await writing;
  await spool.close();
});

test("belongs to one process, and to the next one when that has ended", async () => {
  const spool = await openSpool(folder);
  await expect(openSpool(folder)).rejects.toThrow("Another process uses the spool");
  await spool.close();
  await (await openSpool(folder)).close();
});

test("does not grow with reports that were acknowledged", async () => {
  const spool = await openSpool(folder);
  const text = "x".repeat(100_000);
  spool.put(reportOf(0));
  for (let number = 1; number < 200; number += 1) {
    spool.put(reportOf(number, text));
    spool.delete(`evt_${number}`);
    await spool.synced();
  }
  const { size } = await stat(join(folder, "reports.jsonl"));
  expect(size).toBeLessThan(5_000_000);
  await spool.close();
  const next = await openSpool(folder);
  expect(next.pending()).toEqual([reportOf(0)]);
  await next.close();
});
