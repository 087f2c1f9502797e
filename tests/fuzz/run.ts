import { makeApiKey } from "../../server/src/domain/identity/api-key.ts";
import { createJudge, type Finding, type Verdict } from "./judge.ts";
import { drawPlans, type Plan } from "./plans.ts";
import type { FuzzAgent } from "./pools.ts";
import { openSender, overMcp, type Send } from "./wire.ts";
import type { World } from "./world.ts";

export interface Found extends Finding {
  /** Which call it was, and the call itself. */
  readonly number: number;
  readonly call: string;
}

export interface FuzzReport {
  readonly found: readonly Found[];
  readonly calls: number;
  readonly overMcp: number;
  /** How often each code came, with `ok` for results. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** How often each tool succeeded. */
  readonly successes: ReadonlyMap<string, number>;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly calls: number;
  /** More than `calls` are made while one of `tools` has not succeeded yet. */
  readonly callsMax: number;
  readonly tools: readonly string[];
  /** With one, the same seed is the same run; with more, only the same calls. */
  readonly inFlight: number;
}

/** Drawn in batches, so that the first call need not wait for the last to be drawn. */
const BATCH = 500;
const FOUND_MAX = 20;

/** Sends random calls, several at once, and judges every answer. */
export async function runFuzz(world: World, options: FuzzOptions): Promise<FuzzReport> {
  const send = openSender(world.baseUrl, options.inFlight);
  const judge = createJudge();
  const found: Found[] = [];
  const report = {
    found,
    calls: 0,
    overMcp: 0,
    outcomes: new Map<string, number>(),
    successes: new Map<string, number>(),
  };
  const isComplete = () => options.tools.every((name) => report.successes.has(name));
  const plans = drawn(options, isComplete);
  const work = async () => {
    for (let next = plans.next(); !next.done; next = plans.next()) {
      if (report.found.length >= FOUND_MAX) return;
      const { plan, number } = next.value;
      const { verdict, call, isOverMcp } = await callOnce(world, send, judge, plan);
      const { findings, outcome } = verdict;
      for (const finding of findings) report.found.push({ ...finding, number, call });
      report.calls += 1;
      if (isOverMcp) report.overMcp += 1;
      count(report.outcomes, outcome);
      if (outcome === "ok" && plan.tool !== undefined) count(report.successes, plan.tool.name);
    }
  };
  await Promise.all(Array.from({ length: options.inFlight }, work));
  send.close();
  return report;
}

function* drawn(
  { seed, calls, callsMax }: FuzzOptions,
  isComplete: () => boolean,
): Generator<{ plan: Plan; number: number }> {
  for (let first = 0; first < callsMax; first += BATCH) {
    if (first >= calls && isComplete()) return;
    const plans = drawPlans(seed + first, Math.min(BATCH, callsMax - first));
    for (const [index, plan] of plans.entries()) yield { plan, number: first + index };
  }
}

async function callOnce(
  world: World,
  send: Send,
  judge: ReturnType<typeof createJudge>,
  plan: Plan,
): Promise<{ verdict: Verdict; call: string; isOverMcp: boolean }> {
  const { tool } = plan;
  const body = world.pools.fill(plan.body, new Date());
  const caller = plan.who.kind === "fitting" || plan.who.kind === "anybody";
  const agent = caller ? world.pools.callerOf(plan, body) : undefined;
  const key = agent?.key ?? keyOf(world, plan);
  const isOverMcp = plan.isOverMcp && tool !== undefined && isCall(body);
  const wire = isOverMcp ? overMcp(tool, body) : { path: "/api/agent", body, headers: {} };
  const headers = {
    "Content-Type": "application/json",
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...wire.headers,
    ...plan.headers,
  };
  const as = JSON.stringify({
    as: agent?.role ?? plan.who.kind,
    headers: plan.headers,
    isOverMcp,
  });
  const call = `${as} ${body.slice(0, 700)}`;
  try {
    const answer = await send({ ...wire, headers });
    const verdict = judge(answer, { tool, isOverMcp });
    const isRevoked = verdict.outcome === "revoked_key" && agent?.key === key;
    if (isRevoked && agent !== undefined) changeKey(agent, agent.others.pop());
    if (verdict.result !== undefined) learn(world, verdict.result, { tool: tool?.name, agent });
    const told = `${call}\n       -> ${answer.status} ${answer.text.slice(0, 500)}`;
    return { verdict, call: told, isOverMcp };
  } catch (error) {
    const finding: Finding = { rule: "answered", problem: String(error) };
    return {
      verdict: { findings: [finding], outcome: "none", result: undefined },
      call,
      isOverMcp,
    };
  }
}

function keyOf(world: World, { who }: Plan): string | undefined {
  if (who.kind === "suspended") return world.suspendedKey;
  if (who.kind === "revoked") return world.revokedKey;
  if (who.kind === "stranger") return who.number % 2 === 0 ? makeApiKey() : "nonsense";
  return undefined;
}

/** Whether a body has arguments, which MCP takes only as an object. */
function isCall(body: string): boolean {
  const { arguments: args, ...rest }: { arguments?: unknown } = JSON.parse(body);
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  return isObject && Object.keys(rest).join() === "tool";
}

/** A new key replaces the one it was asked for with; a new agent joins in. */
function learn(
  { pools }: World,
  result: string,
  call: { readonly tool: string | undefined; readonly agent: FuzzAgent | undefined },
): void {
  pools.learn(result, call.agent?.agentId);
  const { apiKey, agentId, role } = Object(JSON.parse(result));
  // The repeat of an answer leaves its secret out.
  if (typeof apiKey !== "string" || apiKey.includes("redacted")) return;
  if (call.tool === "rotate_key" && call.agent !== undefined) changeKey(call.agent, apiKey);
  if (call.tool !== "register") return;
  pools.addAgent({ agentId: String(agentId), role: String(role), key: apiKey, others: [] });
}

function changeKey(agent: FuzzAgent, key: string | undefined): void {
  if (key === undefined) return;
  agent.others.unshift(agent.key);
  agent.key = key;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
