const ID = "cmp_01k9zq3v5te7kbn8w2r4c6d8fg";

/**
 * A value that passes for whatever a query function expects: an id, a text, a list of one, a record
 * with every field, a date. Only the statement it leads to matters.
 */
export function anything(): unknown {
  const members: Record<string | symbol, unknown> = {
    map: (change: (item: unknown, index: number) => unknown) => [change(anything(), 0)],
    filter: () => [anything()],
    flatMap: (change: (item: unknown) => unknown) => [change(anything())],
    length: ID.length,
    toISOString: () => "2026-01-01T00:00:00.000Z",
    getTime: () => 0,
    toString: () => ID,
    [Symbol.toPrimitive]: (hint: string) => (hint === "number" ? 1 : ID),
    [Symbol.iterator]: () => [anything()][Symbol.iterator](),
  };
  return new Proxy(() => anything(), {
    get: (_target, name) => {
      // A record with a `then` would pass for a promise.
      if (name === "then") return undefined;
      if (name in members) return members[name];
      const ofText: unknown = Reflect.get(String.prototype, name);
      if (typeof ofText === "function") {
        return (...args: unknown[]): unknown => Reflect.apply(ofText, ID, args);
      }
      return anything();
    },
  });
}
