import { spawnSync } from "node:child_process";
import { freePort } from "../../../local/free-port.ts";
import { migrate } from "../../../server/src/core/migrate.ts";
import { startTestPostgres } from "../../setup/postgres.ts";
import type { BenchOptions, BenchResult } from "../bench.ts";
import { startExchangeProcess, stopExchangeProcess } from "../support/exchange-process.ts";
import { callTool } from "../support/market.ts";
import { openRawClient, type RawClient } from "../support/raw-client.ts";
import { mean, median, quantile, rounded } from "../support/statistics.ts";
import { callBytes, type Described, httpBytes, listBytes } from "./requests.ts";

/** `requests` of one kind in one round, on one connection, one after the other. */
const FULL = { rounds: 11, requests: 300, warmUpRequests: 1_500 };
const QUICK = { rounds: 1, requests: 40, warmUpRequests: 10 };

/**
 * What MCP costs on top of HTTP: the same call over both, and the list of all tools against a call.
 * The call is a product search, which answers from memory: with work of its own to do, such as
 * `whoami` in the database, a tool hides what its transport costs.
 */
export async function benchMcp(options: BenchOptions): Promise<BenchResult> {
  const postgres = await startTestPostgres();
  try {
    const databaseUrl = postgres.adminUrl;
    await migrate({ databaseUrl });
    const exchange = await startExchangeProcess({ databaseUrl, port: await freePort() });
    try {
      return await measureAll(exchange.baseUrl, options);
    } finally {
      await stopExchangeProcess(exchange);
    }
  } finally {
    await postgres.stop();
  }
}

const SEARCH = { tool: "search_shopfeed_products", arguments: { query: "pans", limit: 6 } };
const WHOAMI = { tool: "whoami", arguments: {} };

async function measureAll(baseUrl: string, options: BenchOptions): Promise<BenchResult> {
  const port = Number(new URL(baseUrl).port);
  const identity = { provider: "Bench", displayName: "Bench", role: "both" };
  const { apiKey: key } = Object(await callTool({ baseUrl }, "register", identity));
  const at = { port, key: String(key) };
  const requests: Requests = {
    http: httpBytes(at, SEARCH),
    call: callBytes(at, SEARCH),
    list: listBytes(at),
    whoamiHttp: httpBytes(at, WHOAMI),
    whoamiCall: callBytes(at, WHOAMI),
  };
  const client = await openRawClient(port);
  const size = options.isQuick ? QUICK : FULL;
  try {
    options.say("warming up");
    for (const request of Object.values(requests)) {
      await timed(client, request, size.warmUpRequests);
    }
    const rounds: Round[] = [];
    for (let number = 1; number <= size.rounds; number += 1) {
      const round = await runRound(client, requests, size.requests);
      rounds.push(round);
      options.say(`round ${number}: ${JSON.stringify(ratiosOf(round))}`);
    }
    return { ...mediansOf(rounds), raw: rawOf(rounds), settings: settingsOf(size) };
  } finally {
    client.close();
  }
}

type Requests = Readonly<Record<"http" | "call" | "list" | "whoamiHttp" | "whoamiCall", Described>>;

/** **Units** milliseconds: the middle request of each run, the baselines before and after. */
interface Round {
  readonly http: readonly [number, number, number];
  readonly call: number;
  readonly list: number;
  readonly whoamiHttp: readonly [number, number];
  readonly whoamiCall: number;
}

async function runRound(client: RawClient, requests: Requests, times: number): Promise<Round> {
  const run = (name: keyof Requests) => timed(client, requests[name], times);
  const first = await run("http");
  const call = await run("call");
  const second = await run("http");
  const list = await run("list");
  const third = await run("http");
  const before = await run("whoamiHttp");
  const whoamiCall = await run("whoamiCall");
  const after = await run("whoamiHttp");
  return { http: [first, second, third], call, list, whoamiHttp: [before, after], whoamiCall };
}

async function timed(client: RawClient, request: Described, times: number): Promise<number> {
  const latenciesMs: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const startedAt = performance.now();
    const { status, tail } = await client.send(request.bytes);
    latenciesMs.push(performance.now() - startedAt);
    if (status !== 200 || !tail.includes(request.endsWith)) {
      throw new Error(`${request.name} got ${status} ${tail}`);
    }
  }
  return quantile(latenciesMs, 0.5);
}

function ratiosOf({ http, call, list, whoamiHttp, whoamiCall }: Round) {
  const [first, second, third] = http;
  return {
    callVsHttp: rounded(call / mean([first, second])),
    listVsHttp: rounded(list / mean([second, third])),
    whoamiVsHttp: rounded(whoamiCall / mean(whoamiHttp)),
  };
}

function mediansOf(rounds: readonly Round[]) {
  const rows = rounds.map(ratiosOf);
  return {
    callVsHttp: median(rows.map((row) => row.callVsHttp)),
    listVsHttp: median(rows.map((row) => row.listVsHttp)),
    whoamiVsHttp: median(rows.map((row) => row.whoamiVsHttp)),
  };
}

/** **Shape** one value for each round, in order; baselines one for each run. */
function rawOf(rounds: readonly Round[]): Record<string, readonly number[]> {
  const all = (pick: (round: Round) => number | readonly number[]) =>
    rounds.flatMap(pick).map((value) => rounded(value, 4));
  return {
    httpP50Ms: all((round) => round.http),
    callP50Ms: all((round) => round.call),
    listP50Ms: all((round) => round.list),
    whoamiHttpP50Ms: all((round) => round.whoamiHttp),
    whoamiCallP50Ms: all((round) => round.whoamiCall),
  };
}

function settingsOf({ rounds, requests }: typeof FULL): Record<string, string | number> {
  const cores = spawnSync("nproc", { encoding: "utf8" }).stdout?.trim() ?? "unknown";
  const load = { rounds, requests, connections: 1 };
  return { node: process.version, cores, ...load, revision: "2026-07-28", tool: SEARCH.tool };
}
