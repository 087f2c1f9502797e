/**
 * The one place where the widget reads the time.
 * Units: epoch milliseconds.
 */
export function nowMs(): number {
  return Date.now();
}
