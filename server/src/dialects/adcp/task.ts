import { z } from "zod";
import type { Tx } from "../../core/db.ts";
import type { Origin } from "../../tools/gate.ts";
import { cursorOf, placeOf, readBy, resultOf } from "../common.ts";
import type { DialectDeps } from "../deps.ts";
import { AdcpError, adcpErrorOf, invalidRequest } from "./errors.ts";

export const SUPPORTED_MAJOR = 3;
export const ADCP_VERSION = "3.0";

export interface AdcpDeps extends DialectDeps {
  readonly isDemo: boolean;
  /** Only in the demo: pays an order of its sandbox checkout. **Units** US dollars. */
  readonly sandbox: { fund(tx: Tx, agentId: string, usd: number): Promise<void> } | undefined;
  readonly hasTestController: boolean;
  readonly reviewPolicy: "auto" | "manual";
  readonly allowedDestinationOrigin: string | undefined;
}

export interface AdcpCall {
  readonly deps: AdcpDeps;
  readonly origin: Origin;
  /** Empty for a public task without a key. */
  readonly agentId: string;
  readonly agentName: string;
  readonly now: Date;
  /** The address of this agent, as clients know it. */
  readonly agentUrl: string;
  readonly db: Pick<Tx, "query">;
  /** The transaction of a task that changes something. */
  readonly tx: Tx | undefined;
}

/** A task of AdCP: one file each in `tasks/`. */
export interface AdcpTask {
  readonly name: string;
  readonly description: string;
  /** Answered without a key as well. */
  readonly isPublic?: boolean;
  readonly mutates?: boolean;
  /** The members beside those of the envelope. **Errors** `AdcpError`. */
  run(call: AdcpCall, request: unknown): Promise<object>;
}

/** A task and the part of a request that it reads, within limits that the protocol leaves open. */
export function defineTask<Schema extends z.ZodType>(
  task: Omit<AdcpTask, "run"> & {
    readonly request: Schema;
    run(call: AdcpCall, wanted: z.output<Schema>): Promise<object>;
  },
): AdcpTask {
  const refuse = (path: readonly PropertyKey[], message: string) =>
    new AdcpError("VALIDATION_ERROR", `${path.join(".")}: ${message}`, path.join("."));
  return {
    ...task,
    run: async (call, request) => task.run(call, readBy(task.request, request, refuse)),
  };
}

/** Calls one of our tools, within the transaction of the task. **Errors** `AdcpError`. */
export async function callTool<Schema extends z.ZodType>(
  call: AdcpCall,
  asked: { tool: string; args: object; field?: string | undefined; key?: string },
  schema: Schema,
): Promise<z.output<Schema>> {
  const { deps, origin, tx } = call;
  const { tool, args, field, key: idempotencyKey } = asked;
  const within = tx === undefined ? {} : { within: tx };
  const native = { ...origin, tool, arguments: args, idempotencyKey, ...within };
  try {
    return await resultOf(deps, native, schema);
  } catch (error) {
    throw adcpErrorOf(error, field);
  }
}

export const paginationSchema = z
  .object({ max_results: z.number().default(50), cursor: z.string().optional() })
  .default({ max_results: 50 });

type Paging = z.output<typeof paginationSchema>;

/** The page that is asked for, and what the answer says of it. **Errors** INVALID_REQUEST. */
export function pageOf<Item>(found: readonly Item[], paging: Paging) {
  const end = endOf(paging);
  const has_more = found.length > end;
  // `cursor` is present exactly when there is more.
  const pagination = { has_more, cursor: has_more ? cursorOf(end) : undefined };
  return { shown: found.slice(end - paging.max_results, end), pagination };
}

/** The position behind a page. **Errors** INVALID_REQUEST. */
export function endOf({ cursor, max_results }: Paging): number {
  const offset = cursor === undefined ? 0 : placeOf(cursor);
  if (!Number.isNaN(offset)) return offset + max_results;
  throw invalidRequest("The cursor was not issued by this exchange.", "pagination.cursor");
}
