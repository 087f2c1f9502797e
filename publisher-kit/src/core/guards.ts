/** Hand-written checks for what comes from outside: the exchange's answers and browsers' bodies. */

export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A non-blank string of at most `max` UTF-16 units, as it came; else undefined. */
export function textOf(value: unknown, max: number): string | undefined {
  if (typeof value !== "string" || value.length > max || value.trim() === "") return undefined;
  return value;
}

export function finiteOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Parses JSON without throwing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an object has keys beyond the allowed ones. */
export function hasOnly(record: Json, allowed: readonly string[]): boolean {
  return Object.keys(record).every((key) => allowed.includes(key));
}

/** Runs code of the host; whatever it throws stays here. */
export function guarded<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
