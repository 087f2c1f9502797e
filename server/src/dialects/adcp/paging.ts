import { z } from "zod";
import { cursorOf, placeOf } from "../common.ts";
import { invalidRequest } from "./errors.ts";

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
  throw invalidRequest("The cursor is not one of ours.", "pagination.cursor");
}
