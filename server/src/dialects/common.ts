import type { z } from "zod";
import type { ToolCall } from "../tools/dispatch.ts";
import type { DialectDeps } from "./deps.ts";
import { DoorError } from "./door.ts";

/** The result of one of our tools. **Errors** `ExchangeError`. */
export async function resultOf<Schema extends z.ZodType>(
  { dispatch }: Pick<DialectDeps, "dispatch">,
  call: ToolCall,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse((await dispatch(call)).text));
}

/** What a schema reads of a request. **Errors** what `refuse` makes of the first wrong member. */
export function readBy<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  refuse: (path: readonly PropertyKey[], message: string) => Error,
): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: "is wrong" }] = parsed.error.issues;
  throw refuse(path, message);
}

/** A place in a list, as an opaque text. */
export function cursorOf(place: number): string {
  return Buffer.from(`p${place}`).toString("base64url");
}

/** The place of a cursor; NaN for one that is not ours. */
export function placeOf(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  return Number(/^p(\d{1,6})$/.exec(text)?.[1]);
}

/** **Source** RFC 6750: only a key that was sent and refused is called invalid. */
export function unauthorized(
  wasSent: boolean,
  more: { code: number; message: string; data: Readonly<Record<string, unknown>> },
): DoorError {
  const challenge = `Bearer realm="placard"${wasSent ? ', error="invalid_token"' : ""}`;
  const http = { status: 401, headers: { "WWW-Authenticate": challenge } };
  return new DoorError(more.code, more.message, { data: more.data, http });
}

/** What may be asked again. **Units** seconds. */
export function retryLater(
  code: "rate_limited" | "unavailable",
  message: string,
  retryAfter: number,
): DoorError {
  return new DoorError(-32000, message, {
    data: { code, retry_after: retryAfter },
    http: {
      status: code === "rate_limited" ? 429 : 503,
      headers: { "Retry-After": String(retryAfter) },
    },
  });
}
