import type { PublisherKitOptions } from "../types.ts";
import { oldestBeyond } from "./memory.ts";

/** Of one session and of one address: offices and schools share one. */
const LIMITS = { sessions: 120, turns: [30, 300], events: [300, 3_000] } as const;
const WINDOW_MS = 60_000;
const KEYS_MAX = 100_000;

/** Who asks; a session or address that is not known has no limit. */
export type Asking = { sid?: string; address?: string | undefined };

/** False where the session or the address would have more of it in this minute than allowed. */
export type Limiter = (what: keyof typeof LIMITS, asking: Asking, cost: number) => boolean;

export function createLimiter(given: PublisherKitOptions["limits"], now: () => number): Limiter {
  const { sessions, turns, events } = { ...LIMITS, ...given };
  const most = { sessions: [0, sessions], turns, events };
  const counts = new Map<string, number>();
  let window = 0;
  return (what, { sid, address }, cost) => {
    const current = Math.floor(now() / WINDOW_MS);
    if (current !== window) counts.clear();
    window = current;
    const names = [sid, address === undefined ? undefined : networkOf(address)];
    const next = names.flatMap((name, at): [string, number, number][] => {
      const key = `${what} ${name}`;
      return name === undefined ? [] : [[key, (counts.get(key) ?? 0) + cost, most[what][at] ?? 0]];
    });
    if (next.some(([, count, max]) => count > max)) return false;
    for (const [key, count] of next) {
      counts.set(key, count);
      counts.delete(oldestBeyond(counts, KEYS_MAX));
    }
    return true;
  };
}

/** What one household has: an IPv4 address, or a /64 of IPv6; without the port. */
function networkOf(address: string): string {
  const ip = address
    .replace(/^\[(.*)\].*$/, "$1")
    .replace(/^(?:::ffff:)?([\d.]+)(?::\d+)?$/i, "$1");
  if (!ip.includes(":")) return ip;
  const [left = [], right = []] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
