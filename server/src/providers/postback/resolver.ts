import { lookup, Resolver } from "node:dns/promises";
import { createBoundedMap } from "../../core/bounded-map.ts";
import type { Clock } from "../../core/clock.ts";

/** The addresses of a host; throws when there is none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** Attempts of the same second share an answer; a retry, seconds later, resolves again. */
const KEPT_MS = 1_000;
const KEPT_MAX = 1_000;

/**
 * Asks the name server itself. The system's own lookup runs in a small pool of threads, where a few
 * hosts with slow name servers would hold up everybody's.
 */
export function createPublicResolver(clock: Pick<Clock, "monotonicMs">): ResolveHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return kept(clock, async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (addresses.length === 0) throw new Error("The host has no address.");
    return addresses;
  });
}

/** As this machine sees it, with its own hosts file: for hosts that the operator allowed. */
export function createLocalResolver(clock: Pick<Clock, "monotonicMs">): ResolveHost {
  return kept(clock, async (host) => {
    const found = await lookup(host, { all: true });
    return found.map((one) => one.address);
  });
}

function kept(clock: Pick<Clock, "monotonicMs">, resolve: ResolveHost): ResolveHost {
  const answers = createBoundedMap<
    string,
    { readonly atMs: number; readonly answer: ReturnType<ResolveHost> }
  >(KEPT_MAX);
  return (host) => {
    const nowMs = clock.monotonicMs();
    const known = answers.get(host);
    if (known !== undefined && nowMs - known.atMs < KEPT_MS) return known.answer;
    const answer = resolve(host);
    answers.set(host, { atMs: nowMs, answer });
    return answer;
  };
}
