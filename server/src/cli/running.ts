import type { Env } from "../core/env.ts";

/** What a running exchange says of its own settlement. */
export interface RunningSettlement {
  readonly waitingEvents: number;
  /** Since its start, over all its processes; null before the first event. */
  readonly averageLagMs: number | null;
  readonly p99LagMs: number | null;
}

const TIMEOUT_MS = 2_000;

/** Asks `/metrics` of the exchange at its own address; null when nothing answers there. */
export async function readSettlement(
  env: Pick<Env, "HOST" | "PORT" | "METRICS_TOKEN">,
): Promise<RunningSettlement | null> {
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}/metrics`;
  const token = env.METRICS_TOKEN;
  const text = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  }).then(
    (response) => (response.ok ? response.text() : undefined),
    () => undefined,
  );
  return text === undefined ? null : settlementOf(text);
}

const LAG = "placard_settlement_lag_seconds";

/** Reads the few lines it needs of Prometheus text; null when it is no exchange that answered. */
export function settlementOf(text: string): RunningSettlement | null {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, value] = /^([^#\s]\S*) (\S+)$/.exec(line) ?? [];
    if (name !== undefined) values.set(name, Number(value));
  }
  const waitingEvents = values.get("placard_settlement_waiting_events");
  if (waitingEvents === undefined) return null;
  const count = values.get(`${LAG}_count`) ?? 0;
  if (count === 0) return { waitingEvents, averageLagMs: null, p99LagMs: null };
  const averageLagMs = ((values.get(`${LAG}_sum`) ?? 0) / count) * 1_000;
  return { waitingEvents, averageLagMs, p99LagMs: quantileMs(values, count * 0.99) };
}

/** The upper end of the bucket that the rank falls into; null beyond the last one. */
function quantileMs(values: ReadonlyMap<string, number>, rank: number): number | null {
  for (const [name, value] of values) {
    const end = /_lag_seconds_bucket\{le="([\d.]+)"\}$/.exec(name)?.[1];
    if (end !== undefined && name.startsWith(LAG) && value >= rank) return Number(end) * 1_000;
  }
  return null;
}
