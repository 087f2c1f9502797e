import { readFile } from "node:fs/promises";
import { PgBoss } from "pg-boss";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../local/free-port.ts";
import { settlementOf } from "../../../server/src/cli/status.ts";
import { readEnv } from "../../../server/src/core/env.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { VERIFICATION } from "../../../server/src/jobs/boss.ts";
import { registerScheduled } from "../../../server/src/jobs/scheduled.ts";
import { openWorkMetrics } from "../../../server/src/wiring/work.ts";
import { bookedPair, deliverOnce } from "../../setup/agents.ts";
import { startExchange } from "../../setup/exchange.ts";
import { execute } from "../../setup/postgres.ts";
import { setUp } from "../../setup/shared.ts";

const placard = setUp(startExchange);

async function read(headers: Readonly<Record<string, string>> = {}, from = placard) {
  const response = await fetch(`${from.baseUrl}/metrics`, { headers });
  return { response, text: await response.text() };
}

/** All values by name and labels, as Prometheus would read them. */
async function values(): Promise<Map<string, number>> {
  const { text } = await read();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      const value = line.slice(space + 1);
      return [line.slice(0, space), value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value)];
    }),
  );
}

/** How much each value grows by an action. */
async function growth(action: () => Promise<unknown>) {
  const before = await values();
  await action();
  const after = await values();
  return (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
}

describe("/metrics", () => {
  test("answers Prometheus text that nobody keeps", async () => {
    const { response, text } = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain("# TYPE placard_settlement_lag_seconds histogram");
    const named = text.split("\n").filter((line) => line.startsWith("# TYPE "));
    expect(new Set(named).size).toBe(named.length);
  });

  test("counts requests by route and never by what a caller made up", async () => {
    const grew = await growth(async () => {
      await fetch(`${placard.baseUrl}/healthz`);
      await fetch(`${placard.baseUrl}/r/nothing`);
      await fetch(`${placard.baseUrl}/made/up`);
      await fetch(`${placard.baseUrl}/made-up`);
      await placard.call("no_such_tool", {});
    });
    expect(grew('placard_http_requests_total{route="/healthz",status="2xx"}')).toBe(1);
    expect(grew('placard_http_requests_total{route="/r/{token}",status="4xx"}')).toBe(1);
    expect(grew('placard_http_requests_total{route="none",status="4xx"}')).toBe(2);
    expect(grew('placard_http_request_duration_seconds_count{route="/healthz"}')).toBe(1);
    expect(grew('placard_tool_calls_total{tool="unknown",outcome="unknown_tool"}')).toBe(1);
    expect(grew('placard_hop_requests_total{result="unknown"}')).toBe(1);
    expect((await read()).text).not.toContain("made");
  });

  test("counts events by what became of them, and deliveries by their reason", async () => {
    const grew = await growth(async () => {
      const { publisher, campaign } = await bookedPair(placard.call, "cpc");
      const { campaignId } = campaign;
      const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
      for (let time = 0; time < 2; time += 1) {
        await placard.call("report_click", { campaignId, deliveryId }, publisher.key);
      }
      await placard.call("deliver_ad", { campaignId, consent: { coppa: true } }, publisher.key);
    });
    expect(grew('placard_events_total{reason="billed"}')).toBe(1);
    expect(grew('placard_events_total{reason="duplicate"}')).toBe(1);
    expect(grew("placard_settlement_lag_seconds_count")).toBe(2);
    expect(grew("placard_settlement_batch_events_sum")).toBe(2);
    expect(grew('placard_deliveries_total{result="filled"}')).toBe(1);
    expect(grew('placard_deliveries_total{result="consent_missing"}')).toBe(1);
    expect(grew('placard_tool_calls_total{tool="report_click",outcome="ok"}')).toBe(2);
    expect(settlementOf((await read()).text)?.p99LagMs).toBeGreaterThan(0);
  });

  test("times searches", async () => {
    const grew = await growth(() => fetch(`${placard.baseUrl}/api/public/shopfeed-products?q=pan`));
    expect(grew("placard_search_duration_seconds_count")).toBe(1);
  });

  test("answers without the database, and says so", async () => {
    expect((await values()).get("placard_database_up")).toBe(1);
    const other = await startExchange();
    const name = new URL(other.databaseUrl).pathname.slice(1);
    await execute(placard.databaseUrl, `drop database ${name} with (force)`);
    const { response, text } = await read({}, other);
    expect(response.status).toBe(200);
    expect(text).toContain("placard_database_up 0");
    await other.close().catch(() => undefined);
  });
});

describe("verification in the worker", () => {
  test("runs as a job and shows in the metrics, first as never having run", async () => {
    const age = 'placard_verification_age_seconds{run="clean"}';
    expect((await values()).get(age)).toBe(Number.POSITIVE_INFINITY);
    const { databaseUrl } = placard;
    const boss = new PgBoss({ connectionString: databaseUrl, schedule: false });
    boss.on("error", () => undefined);
    await boss.start();
    await registerScheduled(boss, VERIFICATION, { databaseUrl, logger: silentLogger });
    expect((await boss.getSchedules()).map(({ name, cron }) => `${name} ${cron}`)).toEqual([
      "verify-all 23 3 * * *",
      "verify-new * * * * *",
    ]);
    for (const queue of ["verify-new", "verify-all"]) await boss.send(queue);
    await expect
      .poll(
        async () => {
          const { rows } = await boss.getDb().executeSql("select kind from recon_run order by 1");
          return rows.map((row: { kind: string }) => row.kind);
        },
        { timeout: 20_000 },
      )
      .toEqual(["all", "new"]);
    await boss.stop({ graceful: false });
    await expect.poll(async () => (await values()).get(age), { timeout: 5_000 }).toBeLessThan(60);
    const now = await values();
    expect(now.get("placard_verification_findings")).toBe(0);
    expect(now.has('placard_job_queue_jobs{queue="verify-new",state="ready"}')).toBe(true);
  });
});

async function textOfWorker(): Promise<string> {
  const port = String(await freePort());
  const { close } = await openWorkMetrics(readEnv({ DEMO: "1", WORK_METRICS_PORT: port }));
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  return response.text().finally(close);
}

describe("the Grafana dashboard", () => {
  test("shows the metrics of exchange and worker, all of them and no others", async () => {
    const dashboard = await readFile("server/ops/grafana-dashboard.json", "utf8");
    const text = `${(await read()).text}\n${await textOfWorker()}`;
    const exposed = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
        type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const named = new Set(dashboard.match(/\b(placard|process|nodejs)_[a-z_]+/g));
    expect(named.size).toBeGreaterThan(25);
    expect([...named].filter((name) => !exposed.has(name))).toEqual([]);
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
    const shown = new Set([...named].map(base));
    const missing = [...exposed].map(base).filter((name) => !shown.has(name));
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe("who may look", () => {
  test("without a token only this machine, and nobody who comes through a proxy", async () => {
    expect((await read()).response.status).toBe(200);
    expect((await read({ "X-Forwarded-For": "203.0.113.9" })).response.status).toBe(404);
    expect((await read({ "X-Forwarded-For": "127.0.0.1" })).response.status).toBe(404);
  });

  test("with a token whoever has it, from anywhere, and nobody else", async () => {
    const token = "a-token-of-the-operator";
    const guarded = await startExchange({ env: { METRICS_TOKEN: token } });
    const by = (headers: Readonly<Record<string, string>>) => read(headers, guarded);
    expect((await by({})).response.status).toBe(401);
    expect((await by({ Authorization: "Bearer wrong" })).response.status).toBe(401);
    const good = { Authorization: `Bearer ${token}`, "X-Forwarded-For": "203.0.113.9" };
    expect((await by(good)).response.status).toBe(200);
    await guarded.close();
  });

  test("takes no other method", async () => {
    const response = await fetch(`${placard.baseUrl}/metrics`, { method: "POST" });
    expect(response.status).toBe(405);
  });
});
