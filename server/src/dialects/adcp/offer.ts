import { ExchangeError } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import type { Gate } from "../../tools/gate.ts";
import { runOnce } from "../../tools/once.ts";
import { checkUnicode } from "../../tools/unicode.ts";
import { DoorError, type DoorOffer, type DoorRequest, type DoorResult } from "../door.ts";
import { ADCP_VERSION, SUPPORTED_MAJOR } from "./capabilities.ts";
import { AdcpError, adcpErrorOf, errorBodyOf, unsupported } from "./errors.ts";
import { complyTestController } from "./sandbox/controller.ts";
import { createRequestCheck, type RequestCheck } from "./schema.ts";
import type { AdcpDeps, AdcpTask } from "./task.ts";
import { createMediaBuy } from "./tasks/create_media_buy.ts";
import { getAdcpCapabilities } from "./tasks/get_adcp_capabilities.ts";
import { getMediaBuyDelivery } from "./tasks/get_media_buy_delivery.ts";
import { getMediaBuys } from "./tasks/get_media_buys.ts";
import { getProducts } from "./tasks/get_products.ts";
import { listAccounts } from "./tasks/list_accounts.ts";
import { listCreativeFormats } from "./tasks/list_creative_formats.ts";
import { listCreatives } from "./tasks/list_creatives.ts";
import { logEvent } from "./tasks/log_event.ts";
import { syncAccounts } from "./tasks/sync_accounts.ts";
import { syncCreatives } from "./tasks/sync_creatives.ts";
import { syncEventSources } from "./tasks/sync_event_sources.ts";
import { updateMediaBuy } from "./tasks/update_media_buy.ts";

export const ADCP_PATH = "/adcp/mcp";

export const ADCP_TASKS: readonly AdcpTask[] = [
  getAdcpCapabilities,
  getProducts,
  listCreativeFormats,
  syncAccounts,
  listAccounts,
  createMediaBuy,
  updateMediaBuy,
  getMediaBuys,
  getMediaBuyDelivery,
  syncCreatives,
  listCreatives,
  syncEventSources,
  logEvent,
];

export function createAdcpOffer(deps: AdcpDeps): DoorOffer {
  const tasks = deps.hasTestController ? [...ADCP_TASKS, complyTestController] : ADCP_TASKS;
  const check = createRequestCheck();
  const tools = tasks.map(({ name, description, mutates }) => ({
    name,
    description,
    // The protocol's own schemas judge a request; here they would be a hundred kilobytes.
    inputSchema: { type: "object", additionalProperties: true },
    annotations: { readOnlyHint: mutates !== true, openWorldHint: false },
  }));
  return {
    name: "placard-adcp",
    instructions: "An AdCP 3.0 seller of placements in chats and answers.",
    listTools: () => tools,
    call: (name, args, request) =>
      answer({ task: tasks.find((one) => one.name === name), args, request }, { deps, check }),
  };
}

type Args = Readonly<Record<string, unknown>>;
type Caller = NonNullable<Awaited<ReturnType<Gate["callerOf"]>>>;
interface Asked {
  readonly task: AdcpTask | undefined;
  readonly args: Args;
  readonly request: DoorRequest;
}
interface Side {
  readonly deps: AdcpDeps;
  readonly check: RequestCheck;
}

async function answer(asked: Asked, side: Side): Promise<DoorResult> {
  try {
    return await answerChecked(asked, side);
  } catch (error) {
    if (error instanceof ExchangeError) {
      if (error.status === 401) throw unauthorized(asked.request.origin.key !== undefined);
      return failed(adcpErrorOf(error), asked.args);
    }
    if (error instanceof AdcpError) return failed(error, asked.args);
    throw error;
  }
}

async function answerChecked(
  { task, args, request: { origin } }: Asked,
  { deps, check }: Side,
): Promise<DoorResult> {
  const caller = await deps.gate.callerOf(origin);
  if (task === undefined) throw unsupported("name", "This seller has no such task.");
  if (caller === null && task.isPublic !== true) throw unauthorized(false);
  await deps.gate.take(origin, caller, task.mutates === true ? "write" : "read");
  if (caller !== null && task.isPublic !== true) checkMay(task, caller);
  checkVersion(args);
  checkUnicode(args, JSON.stringify(args));
  check(task.name, args);
  const { agentId = "", agent } = caller ?? {};
  const run = async (tx?: Tx) => {
    const [now, agentUrl] = [deps.clock.now(), `${deps.baseUrl}${ADCP_PATH}`];
    const own = { agentId, agentName: agent?.displayName ?? "", now, agentUrl };
    const text = JSON.stringify(
      await task.run({ deps, origin, ...own, db: tx ?? deps.db, tx }, args),
    );
    return { text, isReplayed: false, unbilled: 0 };
  };
  // What only carries a trace says nothing about what is asked.
  const { idempotency_key: key, context: _trace, ...rest } = args;
  const keyed = { agentId, key: String(key), tool: `adcp:${task.name}`, arguments: rest };
  // The effect and its answer are stored together; a repeat is answered from there.
  const runKeyed = (tx: Tx) =>
    typeof key === "string" ? runOnce(tx, keyed, () => run(tx)) : run(tx);
  const { text, isReplayed } = await (task.mutates === true ? deps.db.tx(runKeyed) : run());
  return succeeded(text, args, isReplayed);
}

/** **Errors** PERMISSION_DENIED, ACCOUNT_SUSPENDED. */
function checkMay({ mutates = false }: AdcpTask, { role, agent, key }: Caller): void {
  const isScope = key.scope === "full" || (key.scope === "read" && !mutates);
  if (role === "publisher" || key.campaignId !== undefined || !isScope) {
    throw new AdcpError("PERMISSION_DENIED", "The key does not allow this task.");
  }
  if (mutates && agent.status !== "active") {
    throw new AdcpError("ACCOUNT_SUSPENDED", "The agent is suspended.");
  }
}

function checkVersion({ adcp_major_version: version }: Args): void {
  if (version === undefined || version === SUPPORTED_MAJOR) return;
  const details = { supported_versions: [ADCP_VERSION], supported_majors: [SUPPORTED_MAJOR] };
  const message = `Only AdCP ${ADCP_VERSION} is supported.`;
  throw new AdcpError("VERSION_UNSUPPORTED", message, "adcp_major_version", { details });
}

/** **Source** RFC 6750: only a key that was sent and refused is called invalid. */
function unauthorized(wasSent: boolean): DoorError {
  const challenge = `Bearer realm="placard"${wasSent ? ', error="invalid_token"' : ""}`;
  return new DoorError(-32001, "Authentication is required.", {
    data: { code: "AUTH_REQUIRED", recovery: "correctable" },
    http: { status: 401, headers: { "WWW-Authenticate": challenge } },
  });
}

/** The members of the task, in the envelope of the protocol. */
function succeeded(text: string, args: Args, isReplayed: boolean): DoorResult {
  const members: object = JSON.parse(text);
  const more = { ...echoed(args), ...(isReplayed && { replayed: true }) };
  const envelope = { status: "completed", adcp_version: ADCP_VERSION, ...members, ...more };
  const isError = "success" in members && members.success === false;
  return { text: JSON.stringify(envelope), isError };
}

function failed(error: AdcpError, args: Args): DoorResult {
  const body = errorBodyOf(error);
  const members = { adcp_error: body, errors: [body], ...echoed(args) };
  const envelope = { status: "failed", adcp_version: ADCP_VERSION, ...members };
  return { text: JSON.stringify(envelope), isError: true };
}

function echoed({ context, idempotency_key: key }: Args): object {
  return {
    ...(context !== undefined && { context }),
    ...(typeof key === "string" && { idempotency_key: key }),
  };
}
