import { z } from "zod";
import { problemOf } from "./argument-problems.ts";
import type { Role } from "./enums.ts";
import { type ErrorCode, type ErrorIssue, ExchangeError, pointerTo, wrongAt } from "./errors.ts";
import type { RateClass } from "./rate-limits.ts";
import { asList } from "./records.ts";

export type ToolModule = "shared" | "sell" | "buy";

/**
 * How the dispatcher runs a tool: `read` without a transaction, `write` inside one together with
 * its idempotency record, `report` through the settlement batch, which commits both itself.
 */
export type Effect = "read" | "write" | "report";

export interface ToolHints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

export interface ToolExample {
  readonly title: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A result that the tool serializes: once for thousands of callers. */
export class JsonText<Result> {
  /** Only for the type: which schema the text follows. */
  declare readonly result?: Result;
  readonly text: string;
  /** How many reported events it says were not billed. */
  readonly unbilled: number;

  constructor(text: string, unbilled = 0) {
    this.text = text;
    this.unbilled = unbilled;
  }
}

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  /** What it does, when to use it, when not, what it answers, what comes next. */
  readonly description: string;
  /** `public`: no key needed. `any`: any role. Else the roles that may call it (`both` always). */
  readonly access: "public" | "any" | readonly Role[];
  readonly rateClass: RateClass;
  readonly effect: Effect;
  readonly hints: ToolHints;
  /** Besides those that any call may be answered with. */
  readonly errors?: readonly ErrorCode[];
  readonly nextTools: readonly string[];
  /**
   * For texts about what went wrong: secrets among the arguments are taken out before anything else
   * sees them, where other tools refuse the call.
   */
  readonly redactsSecrets?: boolean;
  /** The page that shows its answers in hosts of MCP Apps: the address of a `ui://` resource. */
  readonly view?: string;
  /** Beside the reading tools, one that a suspended agent may call. */
  readonly worksSuspended?: boolean;
}

/** The errors of items that were left out of a list, by their place in it. */
export type Rejected = ReadonlyMap<number, ExchangeError>;

type Fields = Readonly<Record<string, z.ZodType>>;

export interface ToolDefinition<Input extends Fields, Output extends z.ZodObject, Context>
  extends ToolFacts {
  /** Its arguments. An unknown one is an error that names it. */
  readonly input: Input;
  readonly output: Output;
  /** Arguments by the title of the example. */
  readonly examples: Readonly<Record<string, ToolExample["arguments"]>>;
  run(
    ctx: Context,
    input: z.output<z.ZodObject<Input>>,
    rejected: Rejected,
  ): Promise<z.input<Output> | JsonText<z.input<Output>>>;
  /** The list whose wrong items are not errors of the call, while another item is right. */
  readonly items?: { readonly field: string; readonly max: number };
  /** What needs connections of its own: runs before the transaction, if the call has one. */
  before?(ctx: Context, input: z.output<z.ZodObject<Input>>): Promise<unknown>;
  /**
   * What needs the network, or must wait for the commit: runs outside of any transaction, after the
   * effect and its result are committed, and answers the caller. It runs again for every replay,
   * also after a break in between, so for the same result it must give the same answer.
   *
   * **Errors** `unavailable`; the call may then be repeated with its idempotency key.
   */
  complete?(ctx: Context, result: z.output<Output>): Promise<z.input<Output>>;
}

/** A tool whose input type is sealed inside: the catalogue holds tools of all kinds. */
export interface Tool<Context> extends ToolFacts {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly errors: readonly ErrorCode[];
  readonly examples: readonly ToolExample[];
  readonly takesIdempotencyKey: boolean;
  /**
   * Validates raw arguments and returns the call ready to run.
   *
   * **Errors** `invalid_arguments`.
   */
  prepare(raw: unknown): PreparedCall<Context>;
  /** How many events raw arguments report, right and wrong ones. */
  countEvents(raw: unknown): number;
}

export interface PreparedCall<Context> {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  run(ctx: Context): Promise<object>;
  before(ctx: Context): Promise<unknown>;
  /** Takes the result as it was stored. */
  readonly complete?: ((ctx: Context, result: unknown) => Promise<object>) | undefined;
}

export const idempotencyKeySchema = z
  .string()
  .min(1)
  .max(255)
  .describe("Same key, same answer: makes a repeat safe for 30 days.");

/** Issues carry what was given, which their messages name. */
const REPORTED = { reportInput: true };

/**
 * Turns one tool file into an entry of the catalogue. Every tool that changes something, except
 * `register`, also takes `idempotencyKey`.
 */
export function defineTool<Input extends Fields, Output extends z.ZodObject, Context>(
  definition: ToolDefinition<Input, Output, Context>,
): Tool<Context> {
  const takesIdempotencyKey = definition.effect !== "read" && definition.rateClass !== "register";
  const { complete, errors = [] } = definition;
  const input = z.strictObject(definition.input);
  const examples = Object.entries(definition.examples);
  return {
    ...definition,
    errors,
    examples: examples.map(([title, args]) => ({ title, arguments: args })),
    input: takesIdempotencyKey
      ? input.extend({ idempotencyKey: idempotencyKeySchema.optional() })
      : input,
    takesIdempotencyKey,
    countEvents(raw) {
      if (definition.effect !== "report") return 0;
      const { items } = definition;
      return items === undefined ? 1 : Math.min(asList(Object(raw)[items.field]).length, items.max);
    },
    prepare(raw) {
      const rest = recordOf(raw);
      const idempotencyKey = takesIdempotencyKey ? takeKey(rest, definition.name) : undefined;
      let parsed = input.safeParse(rest, REPORTED);
      let rejected: Rejected = new Map();
      if (!parsed.success && definition.items !== undefined) {
        const { field } = definition.items;
        const wrong = issuesOfItems(parsed.error.issues, field);
        const fitting = asList(rest[field]).filter((_, index) => !wrong.has(index));
        if (fitting.length > 0) {
          parsed = input.safeParse({ ...rest, [field]: fitting }, REPORTED);
          rejected = new Map(
            [...wrong].map(([index, issues]) => [index, wrongArguments(issues, definition.name)]),
          );
        }
      }
      if (!parsed.success) throw wrongArguments(parsed.error.issues, definition.name);
      const { data } = parsed;
      return {
        arguments: rest,
        idempotencyKey,
        run: (ctx) => definition.run(ctx, data, rejected),
        before: async (ctx) => definition.before?.(ctx, data),
        complete: complete && ((ctx, result) => complete(ctx, definition.output.parse(result))),
      };
    },
  };
}

/** The findings about each item of a list, as if the item were the arguments. */
function issuesOfItems(issues: readonly Issue[], field: string): ReadonlyMap<number, Issue[]> {
  const byIndex = new Map<number, Issue[]>();
  for (const issue of issues) {
    const [list, index, ...path] = issue.path;
    if (list !== field || typeof index !== "number") continue;
    byIndex.set(index, [...(byIndex.get(index) ?? []), { ...issue, path }]);
  }
  return byIndex;
}

const KEYED = z.object({ idempotencyKey: idempotencyKeySchema });

/** Takes the key, if there is one, out of the arguments. */
function takeKey(rest: Record<string, unknown>, toolName: string): string | undefined {
  if (rest.idempotencyKey === undefined) return undefined;
  const parsed = KEYED.safeParse(rest, REPORTED);
  if (!parsed.success) throw wrongArguments(parsed.error.issues, toolName);
  delete rest.idempotencyKey;
  return parsed.data.idempotencyKey;
}

/** Not by zod's record, which drops a field called `__proto__` without a word. */
function recordOf(raw: unknown): Record<string, unknown> {
  if (typeof raw === "object" && raw !== null && !Array.isArray(raw)) return { ...raw };
  throw wrongAt("/arguments", "type", "must be an object", {
    suggestion: "Send an object, {} when the tool needs no arguments.",
  });
}

const ISSUES_MAX = 10;
type Issue = z.core.$ZodIssue;

/** Renders zod's findings as the issues of the error envelope. */
function wrongArguments(found: readonly Issue[], toolName: string): ExchangeError {
  const issues = found.slice(0, ISSUES_MAX).flatMap(issuesOf).slice(0, ISSUES_MAX);
  const [{ pointer, message } = { pointer: undefined, message: "" }] = issues;
  return new ExchangeError("invalid_arguments", {
    field: pointer,
    message: pointer === undefined ? "The arguments are wrong." : `${pointer} ${message}.`,
    issues,
    suggestion: `Correct these fields and call ${toolName} again; /openapi.json has its schema.`,
    nextTools: [toolName],
  });
}

function issuesOf(issue: Issue): ErrorIssue[] {
  const path = ["arguments", ...issue.path.map(String)];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: pointerTo([...path, key]),
      keyword: "additionalProperties",
      message: "is not a field of this tool",
    }));
  }
  return [{ pointer: pointerTo(path), keyword: issue.code, message: problemOf(issue) }];
}

/** Whether agents of a role may call a tool. */
export function isOpenTo({ access }: Pick<ToolFacts, "access">, role: Role): boolean {
  return typeof access === "string" || role === "both" || access.includes(role);
}

/** What any call may be answered with, besides the codes that its tool names. */
export const GENERAL_ERRORS = {
  always: [
    "invalid_json",
    "invalid_request",
    "invalid_arguments",
    "key_in_arguments",
    "invalid_key",
    "revoked_key",
    "payload_too_large",
    "unsupported_media_type",
    "method_not_allowed",
    "rate_limited",
    "internal",
    "unavailable",
    "deadline_exceeded",
  ],
  withKey: ["missing_key", "key_restricted"],
  withRole: ["wrong_role"],
  changing: ["agent_suspended"],
  repeatable: ["idempotency_in_flight", "idempotency_key_reused"],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

/** The general codes that a tool may answer with: others it has to name itself. */
export function generalErrorsOf(
  tool: Pick<Tool<never>, "access" | "hints" | "takesIdempotencyKey">,
): readonly ErrorCode[] {
  const { always, withKey, withRole, changing, repeatable } = GENERAL_ERRORS;
  return [
    ...always,
    ...(tool.access === "public" ? [] : withKey),
    ...(typeof tool.access === "string" ? [] : withRole),
    ...(tool.hints.readOnly ? [] : changing),
    ...(tool.takesIdempotencyKey ? repeatable : []),
  ];
}
