import { afterEach, expect, test } from "vitest";
import { freePort } from "../../../local/free-port.ts";
import { readEnv } from "../../../server/src/core/env.ts";
import { openWorkMetrics } from "../../../server/src/wiring/work.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open(more: Record<string, string> = {}) {
  const port = String(await freePort());
  const env = readEnv({ DEMO: "1", WORK_METRICS_PORT: port, ...more });
  const opened = await openWorkMetrics(env);
  closers.push(opened.close);
  const read = (path = "/metrics", headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { ...opened, env, read };
}

test("the worker answers its runs of jobs, its connections and its process", async () => {
  const { onRun, onPool, read } = await open();
  onRun("verify-new", "completed");
  onPool(() => ({ busy: 2, idle: 1, waiting: 4 }));
  const text = await (await read()).text();
  const runs = 'placard_job_runs_total{queue="verify-new",outcome="completed"} 1';
  for (const line of [runs, 'placard_db_connections{state="busy"} 2', "placard_db_waiting 4"]) {
    expect(text).toContain(line);
  }
  expect(text).toContain("process_cpu_seconds_total ");
  expect((await read("/")).status).toBe(404);
});

test("only with the token, where there is one", async () => {
  const { read } = await open({ METRICS_TOKEN: "sesame" });
  expect((await read()).status).toBe(404);
  expect((await read("/metrics", { Authorization: "Bearer other" })).status).toBe(404);
  expect((await read("/metrics", { Authorization: "Bearer sesame" })).status).toBe(200);
});

test("a port that is in use ends the start", async () => {
  const { env } = await open();
  await expect(openWorkMetrics(env)).rejects.toThrow(/WORK_METRICS_PORT: .*EADDRINUSE/);
});
