/** Each of 30 chats at once sends up to eight earlier turns again with every turn. */
const TEXTS_MAX = 256;

/** A pure function of a text that keeps its last results: a talk repeats its earlier turns. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = read(text);
    results.set(text, result);
    for (const oldest of results.keys()) {
      if (results.size <= TEXTS_MAX) break;
      results.delete(oldest);
    }
    return result;
  };
}
