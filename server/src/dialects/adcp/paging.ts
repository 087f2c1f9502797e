import { z } from "zod";
import { invalidRequest } from "./errors.ts";

export const paginationSchema = z
  .object({ max_results: z.number().default(50), cursor: z.string().optional() })
  .default({ max_results: 50 });

type Paging = z.output<typeof paginationSchema>;

/** The page that is asked for, and what the answer says of it. **Errors** INVALID_REQUEST. */
export function pageOf<Item>(found: readonly Item[], { cursor, max_results }: Paging) {
  const offset = offsetOf(cursor);
  const end = offset + max_results;
  return { shown: found.slice(offset, end), pagination: restOf(end, found.length > end) };
}

/** The position where a page begins. **Errors** INVALID_REQUEST. */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const offset = Number(/^o(\d{1,6})$/.exec(text)?.[1]);
  if (Number.isNaN(offset))
    throw invalidRequest("The cursor is not one of ours.", "pagination.cursor");
  return offset;
}

/** `cursor` is present exactly when there is more. */
function restOf(end: number, hasMore: boolean): object {
  if (!hasMore) return { has_more: false };
  return { has_more: true, cursor: Buffer.from(`o${end}`).toString("base64url") };
}
