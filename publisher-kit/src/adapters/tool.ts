import { guarded, isRecord } from "../core/guards.ts";
import type { NoFillReason, PublisherKit, Turn, TurnDetails } from "../types.ts";
import { internalsOf } from "./internals.ts";
import { type FindOffersArguments, PARAMETERS, readOfferArguments } from "./offer-arguments.ts";

const NOTHING = "There is no offer for this. Answer without one.";

export type { FindOffersArguments };

export type FindOffersResult = {
  status: "filled" | "no_fill" | "invalid_arguments";
  turnId?: string;
  reason?: NoFillReason;
  /** For the model: the offers as quoted data with the duty to label, or that there are none. */
  text: string;
};

export type FindOffersOptions = {
  /**
   * What the host knows of this call: session, consent, topics, locale. `extra` is its caller's.
   */
  details?: (extra: unknown) => TurnDetails | undefined;
  /**
   * Whether the model's answer passes through `observeAnswer`: the offers then ask for citation
   * marks. Default false: they ask for a plain label and give their links.
   */
  citations?: boolean;
  /** The whole turn, with the cards for a page and for `observeAnswer`. */
  onTurn?: (turn: Turn, extra: unknown) => void;
};

/** A result of `tools/call`. */
export type FindOffersMcpResult = {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
};

/** What a function-calling or MCP host needs of a tool; each takes its part. */
export type FindOffersTool = ReturnType<typeof findOffersTool>;

/**
 * `find_offers` for an agent: as a function (`name`, `description`, `parameters`, `execute`) and as
 * an MCP tool (`name`, `config`, `handler`). It asks on every call, since the model decided to, but
 * a sensitive query, consent and the publisher's policy still end it. Nothing of it throws.
 */
export function findOffersTool(kit: PublisherKit, options: FindOffersOptions = {}) {
  const title = "Find product offers";
  const description =
    "Finds labelled product offers from sponsors for something the reader wants to buy. Call it " +
    "only when the reader is looking for a product; show the disclosure of an offer beside it.";

  async function find(args: unknown, extra?: unknown): Promise<FindOffersResult> {
    const given = readOfferArguments(args);
    if (!given.ok) return { status: "invalid_arguments", text: given.problem };
    const { query, asked } = given;
    const nothing = (reason: NoFillReason): FindOffersResult => {
      return { status: "no_fill", reason, text: NOTHING };
    };
    // A host that cannot say what its reader agreed to gets no offers.
    const details = guarded(() => ({ ...options.details?.(extra) }));
    if (details === undefined) return nothing("consent");
    try {
      const turn = await internalsOf(kit).askedTurn(
        { ...details, text: query },
        { signal: signalOf(extra), cites: options.citations === true, asked },
      );
      guarded(() => options.onTurn?.(turn, extra));
      if (turn.status === "no_fill") return nothing(turn.reason);
      const text = kit.context(turn);
      if (text === "") return nothing("empty");
      return { status: "filled", turnId: turn.turnId, text };
    } catch {
      return nothing("policy");
    }
  }

  return {
    name: "find_offers" as const,
    title,
    description,
    /** JSON Schema of the arguments. */
    parameters: PARAMETERS,
    find,
    /** For function calling: what the model gets to read. `extra` may hold an abort signal. */
    execute: async (args: unknown, extra?: unknown): Promise<string> =>
      (await find(args, extra)).text,
    /** For `server.registerTool(name, config, handler)`; SDK 1 wants its own Zod `inputSchema`. */
    config: {
      title,
      description,
      inputSchema: argumentsSchema(),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    handler: async (args: unknown, extra?: unknown): Promise<FindOffersMcpResult> => {
      const result = await find(args, extra);
      return {
        content: [{ type: "text", text: result.text }],
        structuredContent: { ...result },
        ...(result.status === "invalid_arguments" && { isError: true }),
      };
    },
  };
}

/** Agent frameworks call it `signal` or `abortSignal`; MCP SDK 2 keeps it in `mcpReq`. */
function signalOf(extra: unknown): AbortSignal | undefined {
  if (!isRecord(extra)) return undefined;
  const request = isRecord(extra.mcpReq) ? extra.mcpReq : {};
  return [extra.signal, extra.abortSignal, request.signal].find(
    (signal): signal is AbortSignal => signal instanceof AbortSignal,
  );
}

/** Source: standardschema.dev, version 1, with its JSON Schema extension. */
function argumentsSchema() {
  const describe = (): Record<string, unknown> => ({ ...PARAMETERS });
  return {
    "~standard": {
      version: 1 as const,
      vendor: "placard",
      validate(value: unknown): { value: FindOffersArguments } | { issues: { message: string }[] } {
        const given = readOfferArguments(value);
        return given.ok
          ? { value: { query: given.query, ...given.asked } }
          : { issues: [{ message: given.problem }] };
      },
      jsonSchema: { input: describe, output: describe },
    },
  };
}
