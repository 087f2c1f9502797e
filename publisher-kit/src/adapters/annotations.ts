import { isRecord } from "../core/guards.ts";

/** The names by which providers give places in the text of an answer, in UTF-16 units. */
const OFFSETS: ReadonlySet<string> = new Set([
  "start_index",
  "end_index",
  "startIndex",
  "endIndex",
]);
/** Annotations lie two or three levels deep; what is nested further is none of a provider's. */
const DEPTH_MAX = 8;

/** A copy of what a provider says of a text, with each place moved to where that text is now. */
export function shifted(value: unknown, shift: (offset: number) => number, depth = 0): unknown {
  if (depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => shifted(item, shift, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      OFFSETS.has(name) && typeof inner === "number"
        ? shift(inner)
        : shifted(inner, shift, depth + 1),
    ]),
  );
}

/** Bytes, addresses and other objects of a class stay what they are. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
