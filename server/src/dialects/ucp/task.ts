import { z } from "zod";
import { ExchangeError } from "../../contract/errors.ts";
import type { Origin } from "../../tools/gate.ts";
import { readBy, resultOf, retryLater, unauthorized } from "../common.ts";
import type { DialectDeps } from "../deps.ts";
import { DoorError, INVALID_PARAMS } from "../door.ts";
import type { Capability } from "./releases.ts";

/** One call of a task, after its agent's profile was accepted. */
export interface UcpCall {
  readonly deps: DialectDeps;
  readonly origin: Origin;
  /** Attribution of tracked links: a publisher whose key was sent. */
  readonly hints: { readonly publisherId?: string; readonly origin: string };
}

/** A task: its arguments' `catalog` object, and the members of its answer beside `ucp`. */
export interface UcpTask {
  readonly name: string;
  readonly description: string;
  readonly capability: Capability;
  readonly catalog: z.ZodObject;
  run(call: UcpCall, catalog: unknown): Promise<UcpOutcome>;
}

export interface UcpOutcome {
  readonly isError?: boolean;
  readonly [member: string]: unknown;
}

/** **Errors** of its `run`: `DoorError` -32602 that names the field. */
export function defineTask<Schema extends z.ZodObject>(
  task: Omit<UcpTask, "run"> & {
    readonly catalog: Schema;
    run(call: UcpCall, wanted: z.output<Schema>): Promise<UcpOutcome>;
  },
): UcpTask {
  const refuse = (path: readonly PropertyKey[], message: string) =>
    invalidParams(`${["catalog", ...path].join(".")}: ${message}`);
  return {
    ...task,
    run: async (call, catalog) => task.run(call, readBy(task.catalog, catalog, refuse)),
  };
}

/** What ends a task, as an outcome of the business. */
export function unrecoverable(code: string, content: string): UcpOutcome {
  return { isError: true, messages: [{ type: "error", code, content, severity: "unrecoverable" }] };
}

const META = z.looseObject({ "ucp-agent": z.looseObject({ profile: z.string() }) });

/** What each task takes beside its own fields. They never change an answer, except a currency. */
export const sharedFields = {
  context: z
    .looseObject({ currency: z.string().max(3).optional() })
    .optional()
    .describe("Hints; `currency` is that of price bounds."),
  signals: z.looseObject({}).optional(),
  attribution: z.looseObject({}).optional(),
};

export const filtersSchema = z.looseObject({
  categories: z.array(z.string().min(1).max(200)).max(50).optional(),
  price: z
    .object({ min: z.int().min(0).optional(), max: z.int().min(0).optional() })
    .optional()
    .describe("Minor units of `context.currency`, default USD."),
});

export function inputSchemaOf(task: UcpTask): object {
  return z.toJSONSchema(z.object({ meta: META, catalog: task.catalog }), { io: "input" });
}

export function invalidParams(message: string, code = "invalid_params"): DoorError {
  return new DoorError(INVALID_PARAMS, message, { data: { code, content: message } });
}

/** The result of one of our tools; nothing for what does not exist. */
export async function ask<Schema extends z.ZodType>(
  { deps, origin }: UcpCall,
  tool: string,
  args: object,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    return await resultOf(deps, { ...origin, tool, arguments: args }, schema);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    // An id that no feed can have does not exist either.
    if (error.code === "not_found" || error.code === "invalid_arguments") return undefined;
    throw transportErrorOf(error);
  }
}

const NO_KEY = { code: -32000, message: "Unauthorized", data: { code: "unauthorized" } };

/** Limits and outages are errors of the transport; their texts are ours to choose. */
export function transportErrorOf(error: ExchangeError): DoorError {
  const retryAfter = error.options.retryAfterSeconds ?? 1;
  if (error.status === 401) return unauthorized(true, NO_KEY);
  if (error.code === "rate_limited") {
    return retryLater("rate_limited", "Rate limit exceeded", retryAfter);
  }
  if (error.status < 500) return invalidParams("The arguments cannot be accepted.");
  return retryLater("unavailable", "Service unavailable", retryAfter);
}
