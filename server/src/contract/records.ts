/** The keys of an object with their own type, which `Object.keys` widens to `string`. */
export function keysOf<Of extends object>(of: Of): (keyof Of & string)[] {
  return Object.keys(of).filter((key): key is keyof Of & string => key in of);
}

/**
 * A record with one entry for each item, in the order of the items. The type claims every key, so
 * the items must yield all of them.
 */
export function recordOf<Item, Key extends string, Value>(
  items: readonly Item[],
  entryOf: (item: Item) => readonly [Key, Value],
): Record<Key, Value>;
export function recordOf(
  items: readonly unknown[],
  entryOf: (item: unknown) => readonly [string, unknown],
): object {
  return Object.fromEntries(items.map(entryOf));
}

/** A list, or an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
