/** Asserts what cannot happen. A failure is our fault: it answers `internal` and is logged. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
