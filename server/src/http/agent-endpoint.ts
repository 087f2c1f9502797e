import type { Context } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import { type AgentCall, agentCallSchema } from "../contract/resources/agent.ts";
import { aliasOf, deprecationHeaders } from "../tools/catalogue.ts";
import { parseJson } from "./body.ts";
import type { EndpointDeps } from "./deps.ts";
import { senderOf, sendWhole } from "./request.ts";
import type { Endpoint } from "./routes.ts";

const AGENT_BODY_MAX_BYTES = 262_144;
export const EVENTS_BODY_MAX_BYTES = 1_048_576;

/** **Errors** `payload_too_large`. */
export function checkSize(tool: string, sizeBytes: number): void {
  if (sizeBytes <= AGENT_BODY_MAX_BYTES || tool === "report_events") return;
  throw new ExchangeError("payload_too_large", {
    message: `The body is larger than ${AGENT_BODY_MAX_BYTES} bytes.`,
    details: { limitBytes: AGENT_BODY_MAX_BYTES },
  });
}

/** `POST /api/agent`: every tool behind one address. */
export function createAgentEndpoint(
  deps: Pick<EndpointDeps, "dispatch" | "authenticator" | "bodies" | "clock" | "trustedHops">,
): Endpoint {
  return { handle };

  async function handle(ctx: Context): Promise<void> {
    const sender = senderOf(ctx, deps.trustedHops);
    // Before the body, which costs memory; the dispatcher does it again when all has arrived.
    if (sender.key !== undefined) await deps.authenticator.authenticate(sender.key, sender);
    const limit = { limitBytes: EVENTS_BODY_MAX_BYTES, isKnown: sender.key !== undefined };
    const { text, sizeBytes } = await deps.bodies.readJson(ctx.req, limit);
    const body = parseBody(text);
    checkSize(body.tool, sizeBytes);
    const alias = aliasOf(body.tool, deps.clock.now());
    if (alias !== undefined) ctx.set(deprecationHeaders(alias));
    const answer = await deps.dispatch({
      ...sender,
      tool: body.tool,
      arguments: body.arguments,
      idempotencyKey: idempotencyKeyOf(ctx, body.idempotencyKey),
      text,
    });
    ctx.set("Cache-Control", "no-store");
    if (answer.isReplayed) ctx.set("Idempotent-Replayed", "true");
    sendWhole(ctx, { status: 200, type: "application/json; charset=utf-8", body: answer.text });
  }
}

function parseBody(text: string): AgentCall {
  const parsed = agentCallSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const isUnknown = issue?.code === "unrecognized_keys";
  const path = [...(issue?.path ?? []), ...(isUnknown ? issue.keys.slice(0, 1) : [])];
  const pointer = `/${path.join("/")}`;
  throw new ExchangeError("invalid_request", {
    field: pointer,
    message: isUnknown
      ? `${pointer} is not a field of the body.`
      : `${pointer === "/" ? "The body" : pointer} has the wrong type.`,
    suggestion: 'Send {"tool": "<name>", "arguments": {...}, "idempotencyKey"?: "<key>"}.',
  });
}

function idempotencyKeyOf(ctx: Context, fromBody: string | undefined): string | undefined {
  const header = ctx.get("Idempotency-Key");
  if (header === "") return fromBody;
  if (header.length > 255) {
    throw new ExchangeError("invalid_request", {
      message: `Idempotency-Key must have at most 255 characters; got ${header.length}.`,
      suggestion: "Send a shorter key, such as a UUID.",
    });
  }
  if (fromBody !== undefined && fromBody !== header) {
    throw new ExchangeError("invalid_request", {
      message: "The header Idempotency-Key and idempotencyKey of the body differ.",
      suggestion: "Send the key once: as header or in the body.",
    });
  }
  return header;
}
