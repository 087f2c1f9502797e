import { ExchangeError } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import type { Gate, Origin } from "../../tools/gate.ts";
import { runOnce } from "../../tools/once.ts";
import { checkUnicode } from "../../tools/unicode.ts";
import { unauthorized } from "../common.ts";
import type { DoorOffer, DoorResult } from "../door.ts";
import { AdcpError, adcpErrorOf, errorBodyOf, unsupported } from "./errors.ts";
import { complyTestController } from "./sandbox/controller.ts";
import { createRequestCheck } from "./schema.ts";
import { ADCP_VERSION, type AdcpDeps, type AdcpTask, SUPPORTED_MAJOR } from "./task.ts";
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
  const all = deps.hasTestController ? [...ADCP_TASKS, complyTestController] : ADCP_TASKS;
  const tasks = new Map(all.map((task) => [task.name, task]));
  const check = createRequestCheck();
  // The protocol's own schemas judge a request; here they would be a hundred kilobytes.
  const inputSchema = { type: "object", additionalProperties: true };
  const tools = all.map(({ name, description, mutates }) => {
    const annotations = { readOnlyHint: mutates !== true, openWorldHint: false };
    return { name, description, inputSchema, annotations };
  });
  return {
    name: "placard-adcp",
    instructions: "An AdCP 3.0 seller of placements in chats and answers.",
    listTools: () => tools,
    async call(name, args, { origin }) {
      try {
        const caller = await deps.gate.callerOf(origin);
        const task = tasks.get(name);
        if (task === undefined) throw unsupported("name", "This seller has no such task.");
        await admit(deps, { task, caller, origin });
        checkVersion(args);
        checkUnicode(args, JSON.stringify(args));
        check(task.name, args);
        return await answer(deps, { task, args, caller, origin });
      } catch (error) {
        if (error instanceof ExchangeError && error.status === 401) {
          throw unauthorized(origin.key !== undefined, NO_KEY);
        }
        const shown = adcpErrorOf(error);
        if (!(shown instanceof AdcpError)) throw error;
        const body = errorBodyOf(shown);
        return enveloped({ status: "failed", adcp_error: body, errors: [body] }, args, true);
      }
    },
  };
}

const NO_KEY = {
  code: -32001,
  message: "Authentication is required.",
  data: { code: "AUTH_REQUIRED", recovery: "correctable" },
};

type Args = Readonly<Record<string, unknown>>;
type Caller = Awaited<ReturnType<Gate["callerOf"]>>;
type Asked = { readonly task: AdcpTask; readonly caller: Caller; readonly origin: Origin };

/** **Errors** `DoorError`, RATE_LIMITED, PERMISSION_DENIED, ACCOUNT_SUSPENDED. */
async function admit({ gate }: AdcpDeps, { task, caller, origin }: Asked): Promise<void> {
  const { isPublic = false, mutates = false } = task;
  if (caller === null && !isPublic) throw unauthorized(false, NO_KEY);
  await gate.take(origin, caller, mutates ? "write" : "read");
  if (caller === null || isPublic) return;
  const { role, agent, key } = caller;
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

async function answer(deps: AdcpDeps, { task, args, caller, origin }: Asked & { args: Args }) {
  const { agentId = "", agent } = caller ?? {};
  const agentUrl = `${deps.baseUrl}${ADCP_PATH}`;
  const own = { agentId, agentName: agent?.displayName ?? "", agentUrl, now: deps.clock.now() };
  const run = async (tx?: Tx) => {
    const members = await task.run({ deps, origin, ...own, db: tx ?? deps.db, tx }, args);
    return { text: JSON.stringify(members), isReplayed: false, unbilled: 0 };
  };
  // What only carries a trace says nothing about what is asked.
  const { idempotency_key: key, context: _trace, ...rest } = args;
  const keyed = { agentId, key: String(key), tool: `adcp:${task.name}`, arguments: rest };
  // The effect and its answer are stored together; a repeat is answered from there.
  const runKeyed = (tx: Tx) =>
    typeof key === "string" ? runOnce(tx, keyed, () => run(tx)) : run(tx);
  const { text, isReplayed } = await (task.mutates === true ? deps.db.tx(runKeyed) : run());
  const members: object = JSON.parse(text);
  const isError = "success" in members && members.success === false;
  return enveloped({ ...members, ...(isReplayed && { replayed: true }) }, args, isError);
}

/** The members of an answer, in the envelope of the protocol. */
function enveloped(members: object, args: Args, isError: boolean): DoorResult {
  const { context, idempotency_key: key } = args;
  const echoed = { context, ...(typeof key === "string" && { idempotency_key: key }) };
  const envelope = { status: "completed", adcp_version: ADCP_VERSION, ...members, ...echoed };
  return { text: JSON.stringify(envelope), isError };
}
