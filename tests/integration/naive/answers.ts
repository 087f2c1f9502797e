import type { Call } from "./agent.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The first object inside the results of some calls, at any depth, that fits. */
export function findObject(
  calls: readonly Call[],
  fits: (found: Fields) => boolean,
): Fields | undefined {
  const open: unknown[] = calls.filter(({ isError }) => !isError).map(({ body }) => body);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (fits({ ...next })) return { ...next };
    open.push(...Object.values(next));
  }
  return undefined;
}

/** True once the latest answer holds such an object. */
export function shows(fits: (found: Fields) => boolean) {
  return (calls: readonly Call[]) => findObject(calls.slice(-1), fits) !== undefined;
}
