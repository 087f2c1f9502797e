import { adviceFor } from "../contract/advice.ts";
import { isOpenTo, JsonText, type PreparedCall } from "../contract/define-tool.ts";
import { ExchangeError, wrongAt } from "../contract/errors.ts";
import { containsKey, KEY_PREFIX, type KeyScope } from "../contract/keys.ts";
import type { Tx } from "../core/db.ts";
import { invariant } from "../core/invariant.ts";
import { redactSecrets, redactText } from "../core/redact.ts";
import type { Authenticator, Caller } from "../domain/identity/index.ts";
import { holderOfIp } from "../domain/traffic/index.ts";
import { nearestTools, resolveTool } from "./catalogue.ts";
import { runOnce, type ToolAnswer } from "./once.ts";
import { type Services, type Tool, ToolContext } from "./tool.ts";
import { checkUnicode } from "./unicode.ts";

/** A call as a transport received it. */
export interface ToolCall {
  /** A name, or a binding of a tool that reads its arguments from another form. */
  readonly tool: string | Tool;
  readonly arguments: unknown;
  /** From the body or the header; the argument of the same name wins only when equal. */
  readonly idempotencyKey?: string | undefined;
  readonly key: string | undefined;
  /** The text the arguments were parsed from, if the transport has it. */
  readonly text?: string | undefined;
  readonly requestId: string;
  readonly ip: string | undefined;
  readonly isLoopback: boolean;
  /** An open transaction to join: several calls then happen together or not at all. */
  readonly within?: Tx;
}

export type { ToolAnswer } from "./once.ts";

export interface CallerLimits {
  /** **Errors** `rate_limited`. */
  take(rateClass: Tool["rateClass"], cost: number): Promise<void>;
  /** Counts what was done: the next call is refused. */
  charge(rateClass: Tool["rateClass"], cost: number): Promise<void>;
  /** Runs one task of the caller at a time. */
  inTurn<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves when a refusal may be sent to the caller. */
  delayRefusal(): Promise<unknown>;
}

export interface RateLimiter {
  /** Absent for callers without limits. */
  limitsOf(who: string, isLoopback: boolean): CallerLimits | undefined;
}

export interface DispatchDeps {
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
}

export type Dispatch = (call: ToolCall) => Promise<ToolAnswer>;

/**
 * Runs one call of one tool, the same for HTTP and MCP. The checks come in this order, and the
 * first that fails answers: tool, key, rate limit, role, arguments, idempotency, then what the tool
 * itself checks (ownership, state, money).
 */
export function createDispatch(deps: DispatchDeps): Dispatch {
  return async (call) => {
    const tool = toolOf(call.tool, deps.services.clock.now());
    try {
      return await dispatchTo(tool, call, deps);
    } catch (error) {
      throw error instanceof ExchangeError ? withAdvice(error, tool) : error;
    }
  };
}

function toolOf(tool: string | Tool, now: Date): Tool {
  if (typeof tool !== "string") return tool;
  const found = resolveTool(tool, now);
  if (found === undefined) throw unknownTool(tool);
  return found;
}

async function dispatchTo(tool: Tool, call: ToolCall, deps: DispatchDeps): Promise<ToolAnswer> {
  const caller = await callerOf(tool, call, deps);
  const limits = deps.limiter.limitsOf(whoPays(tool, call, caller), call.isLoopback);
  try {
    await limits?.take(tool.rateClass, 1);
    checkRole(tool, caller);
    checkScope(tool, caller);
    const run = async () => {
      const prepared = prepare(tool, call);
      checkCampaign(tool, caller, prepared.arguments);
      return runTool(tool, prepared, { caller, deps, within: call.within });
    };
    return await runLimited(tool.countEvents(call.arguments), run, limits);
  } catch (error) {
    if (error instanceof ExchangeError && error.code === "rate_limited") {
      await limits?.delayRefusal();
    }
    throw error;
  }
}

/** Calls of more events than this run one after another for each caller: parsing takes a while. */
const EVENTS_AT_ONCE_MAX = 50;

/** Counts the events of a call, and those that were refused or not billed. */
async function runLimited(
  events: number,
  run: () => Promise<ToolAnswer>,
  limits: CallerLimits | undefined,
): Promise<ToolAnswer> {
  if (events === 0 || limits === undefined) return run();
  await limits.take("event", events);
  const counted = async () => {
    await limits.take("unbilled", 0);
    try {
      const answer = await run();
      if (answer.unbilled > 0) await limits.charge("unbilled", answer.unbilled);
      return answer;
    } catch (error) {
      // What the exchange itself fails to do costs the caller nothing.
      const isCallers = error instanceof ExchangeError && error.status < 500;
      if (isCallers) await limits.charge("unbilled", events);
      throw error;
    }
  };
  return events > EVENTS_AT_ONCE_MAX ? limits.inTurn(counted) : counted();
}

/** An agent has one budget for all of its keys; registering always takes from the IP's. */
function whoPays(tool: Tool, call: ToolCall, caller: Caller | null): string {
  const agentId = tool.rateClass === "register" ? undefined : caller?.agentId;
  return agentId ?? holderOfIp(call.ip);
}

async function callerOf(tool: Tool, call: ToolCall, deps: DispatchDeps): Promise<Caller | null> {
  if (call.key !== undefined) {
    const caller = await deps.authenticator.authenticate(call.key, call);
    checkStanding(tool, caller);
    return caller;
  }
  if (tool.access === "public") return null;
  throw new ExchangeError("missing_key");
}

function checkStanding(tool: Tool, caller: Caller): void {
  // A suspended agent may look, but neither act nor deliver.
  if (caller.agent.status === "active" || tool.hints.readOnly) return;
  if (tool.worksSuspended === true && caller.agent.status === "suspended") return;
  throw new ExchangeError("agent_suspended");
}

function checkRole(tool: Tool, caller: Caller | null): void {
  const { access, name } = tool;
  if (caller === null || typeof access === "string" || isOpenTo(tool, caller.role)) return;
  throw new ExchangeError("wrong_role", {
    message: `${name} is for ${access.join(" or ")} agents; this one is ${caller.role}.`,
    details: { requiredRole: access[0], role: caller.role },
  });
}

/** The prepared call. Arguments nested so deeply that they exhaust the stack are merely wrong. */
function prepare(tool: Tool, call: ToolCall): PreparedCall<ToolContext> {
  try {
    return checked(tool, call);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongAt("/arguments", "depth", "are nested too deeply", {
      suggestion: "Send flat arguments as the tool's schema shows.",
      cause: error,
    });
  }
}

function checked(tool: Tool, call: ToolCall): PreparedCall<ToolContext> {
  const { given, text, idempotencyKey } = tool.redactsSecrets ? redacted(call) : keyless(call);
  checkUnicode(given, text);
  const prepared = tool.prepare(given);
  if (idempotencyKey === undefined || !tool.takesIdempotencyKey) return prepared;
  if (prepared.idempotencyKey !== undefined && prepared.idempotencyKey !== idempotencyKey) {
    throw new ExchangeError("invalid_request", {
      message: "Two different idempotency keys were sent.",
      suggestion: "Send it once: as header, beside the arguments, or among them.",
    });
  }
  return { ...prepared, idempotencyKey };
}

/** What was sent, and the JSON it came in. */
function redacted({ arguments: sent, idempotencyKey }: ToolCall) {
  const given = redactSecrets(sent ?? {});
  return {
    given,
    text: JSON.stringify(given),
    idempotencyKey: idempotencyKey && redactText(idempotencyKey),
  };
}

/** **Errors** `key_in_arguments`. */
function keyless({ arguments: sent, idempotencyKey, text: received }: ToolCall) {
  const given = sent ?? {};
  const text = received ?? JSON.stringify(given);
  // An escape may hide the prefix in the text, but no key in what it stands for.
  const mayHold = text.includes(KEY_PREFIX) || text.includes("\\u");
  const isAmongArguments = mayHold && containsKey(JSON.stringify(given));
  if (isAmongArguments || containsKey(idempotencyKey ?? "")) {
    throw new ExchangeError("key_in_arguments", {
      suggestion: "Remove the key from the arguments and rotate it if others may have seen it.",
    });
  }
  return { given, text, idempotencyKey };
}

interface Run {
  readonly caller: Caller | null;
  readonly within: Tx | undefined;
  readonly deps: DispatchDeps;
}

/** First the effect, then, for a tool that needs the network, what must not hold a transaction. */
async function runTool(tool: Tool, prepared: PreparedCall<ToolContext>, run: Run) {
  const answer = await runEffect(tool, prepared, run);
  if (prepared.complete === undefined) return answer;
  invariant(run.within === undefined, "a tool that uses the network joins no transaction");
  const completed = await prepared.complete(
    new ToolContext(run.caller, run.deps.services),
    JSON.parse(answer.text),
  );
  return { ...answer, text: JSON.stringify(completed) };
}

async function runEffect(tool: Tool, prepared: PreparedCall<ToolContext>, run: Run) {
  const { caller, within } = run;
  const { services } = run.deps;
  const needsTx = tool.effect === "write" || prepared.idempotencyKey !== undefined;
  if (!needsTx && within === undefined)
    return answerOf(await prepared.run(new ToolContext(caller, services)));
  // Calls that wait for a second connection while they hold one could block each other for good.
  await prepared.before(new ToolContext(caller, services, within));
  const effect = async (tx: Tx) => {
    const key = prepared.idempotencyKey;
    if (key === undefined || caller === null) {
      return answerOf(await prepared.run(new ToolContext(caller, services, tx)));
    }
    const keyed = { agentId: caller.agentId, key, tool: tool.name, arguments: prepared.arguments };
    return runOnce(tx, keyed, async () =>
      answerOf(await prepared.run(new ToolContext(caller, services, tx))),
    );
  };
  return within === undefined ? services.db.tx(effect) : effect(within);
}

function answerOf(result: object): ToolAnswer {
  const { text, unbilled } =
    result instanceof JsonText ? result : { text: JSON.stringify(result), unbilled: 0 };
  return { text, isReplayed: false, unbilled };
}

function unknownTool(name: string): ExchangeError {
  const didYouMean = nearestTools(name);
  return new ExchangeError("unknown_tool", {
    message: `There is no tool ${JSON.stringify(name.slice(0, 80))}.`,
    details: { didYouMean },
    suggestion:
      didYouMean.length > 0
        ? `Perhaps ${didYouMean.join(" or ")}? /api/public/info lists all tools.`
        : "/api/public/info lists all tools.",
    nextTools: didYouMean.length > 0 ? didYouMean : ["ask_help"],
  });
}

/** What a program that delivers and reports reads: itself and the bookings. */
const READ_TO_REPORT = ["whoami", "list_campaigns", "get_campaign"];

/**
 * Checks the scope of a key. A public tool needs no key, so it answers any.
 *
 * **Errors** `key_restricted`.
 */
export function checkScope(tool: Tool, caller: Caller | null): void {
  if (caller === null || tool.access === "public") return;
  const { scope } = caller.key;
  if (scope === "full" || isWithin(scope, tool)) return;
  throw new ExchangeError("key_restricted", {
    message: `A key of scope ${scope} cannot call ${tool.name}.`,
    details: { scope },
  });
}

/**
 * Checks that a key for one campaign is used for no other.
 *
 * **Errors** `key_restricted`.
 */
function checkCampaign(
  tool: Tool,
  caller: Caller | null,
  args: Readonly<Record<string, unknown>>,
): void {
  const campaignId = caller?.key.campaignId;
  if (campaignId === undefined || tool.access === "public" || tool.name === "whoami") return;
  // It makes no keys, which would outlive it.
  const named = tool.name === "create_key" ? [] : campaignsOf(args);
  if (named.length > 0 && named.every((one) => one === campaignId)) return;
  throw new ExchangeError("key_restricted", {
    message: `This key serves only the campaign ${campaignId}.`,
    details: { campaignId },
    suggestion: `Send this campaignId, or call ${tool.name} with another key.`,
  });
}

function isWithin(scope: Exclude<KeyScope, "full">, tool: Tool): boolean {
  if (scope === "read") return tool.hints.readOnly;
  return tool.rateClass === "report" || READ_TO_REPORT.includes(tool.name);
}

/** The campaigns that a call names, itself or in its events; undefined for an event without one. */
function campaignsOf({ campaignId, events }: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(events)) return events.map((event) => Object(event).campaignId);
  return campaignId === undefined ? [] : [campaignId];
}

/** The same error with a way out: its own suggestion and next tools, or else those of its code. */
function withAdvice(error: ExchangeError, tool: Tool): ExchangeError {
  const { message, cause, options } = error;
  if (options.suggestion !== undefined && options.nextTools !== undefined) return error;
  const advice = adviceFor(error.code, tool.name);
  const { suggestion = advice.suggestion, nextTools = advice.nextTools, ...others } = options;
  return new ExchangeError(error.code, { ...others, message, cause, suggestion, nextTools });
}
