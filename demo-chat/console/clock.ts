/** The demo's one look at the clock. **Units** epoch milliseconds. */
export function nowMs(): number {
  return Date.now();
}
