/** A map that deletes its oldest entry when it is full. */
export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  values(): IterableIterator<Value>;
};

/** `onForgotten` hears of what had to go. */
export function createBoundedMap<Key, Value>(
  max: number,
  onForgotten?: (value: Value) => void,
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
      onForgotten?.(oldValue);
    },
    values: () => entries.values(),
  };
}
