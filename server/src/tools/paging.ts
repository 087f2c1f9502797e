import { type ExchangeError, wrongAt } from "../contract/errors.ts";
import type { IdPrefix } from "../contract/ids.ts";

/** A cursor is opaque to callers: the key of the last row in base64url. */
const ID_CURSOR = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/;

function idFromCursor(cursor: string | undefined, prefix: IdPrefix): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  if (!ID_CURSOR.test(text) || !text.startsWith(`${prefix}_`)) throw wrongCursor();
  return text;
}

/** What the last placement of a page was sorted by, and its id. **Errors** `invalid_arguments`. */
export function scoreFromCursor(
  cursor: string | undefined,
): { score: string; placementId: string } | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [score = "", placementId = ""] = text.split("~");
  if (!/^-?\d{1,20}(\.\d{1,6})?$/.test(score) || !ID_CURSOR.test(placementId)) throw wrongCursor();
  return { score, placementId };
}

/**
 * A page of a list whose cursor is the id of its last row.
 *
 * **Errors** `invalid_arguments` for a cursor we did not make.
 */
export async function pageById<Key extends string, Row extends Readonly<Record<Key, string>>>(
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  [prefix, key]: readonly [IdPrefix, Key],
  find: (page: { before: string | undefined; limit: number }) => Promise<Row[]>,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const rows = await find({ before: idFromCursor(cursor, prefix), limit: limit + 1 });
  return pageOf(rows, limit, (row) => row[key]);
}

/**
 * Cuts one row too many off a page and makes the cursor from the last row that stays.
 *
 * **Shape** `rows` were read with `limit + 1`.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? Buffer.from(keyOf(last)).toString("base64url") : null };
}

function wrongCursor(): ExchangeError {
  return wrongAt("/arguments/cursor", "format", "is not one of ours", {
    suggestion: "Send nextCursor of the page before, unchanged, or leave it out.",
  });
}
