/** A map that deletes its oldest entry when it is full. */
export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  values(): IterableIterator<Value>;
};

/** `onEvicted` receives each deleted entry. */
export function createBoundedMap<Key, Value>(
  max: number,
  onEvicted?: (value: Value) => void,
): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.entries().next();
      if (entries.size <= max || oldest.done === true) return;
      const [oldKey, oldValue] = oldest.value;
      entries.delete(oldKey);
      onEvicted?.(oldValue);
    },
    values: () => entries.values(),
  };
}
