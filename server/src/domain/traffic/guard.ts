import type { ReasonOf } from "../../contract/reasons.ts";

import { createBoundedMap } from "../../core/bounded-map.ts";
import type { Cache, SlidingLimit } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { Signer } from "../../core/signing.ts";
import { type Address, holderOf, isLoopbackAddress, parseAddress } from "./address.ts";
import type { RangeFile } from "./range-file.ts";

/** Why an event is not billed, and the rule that says so, kept beside the event. */
export interface Finding {
  readonly reason: ReasonOf<"traffic">;
  readonly rule: string;
}

/** One click that could be billed as far as its request shows. */
export interface TrafficClick {
  readonly address: string | undefined;
  /** Absent when a report did not say which. */
  readonly deliveryUuid: string | undefined;
  /** Who must not click: the two agents of the booking, as far as they are known. */
  readonly sides: readonly string[];
}

/** Impressions of one campaign that one reader is said to have seen. */
export interface TrafficView {
  readonly address: string | undefined;
  readonly campaignId: string;
  readonly count: number;
}

export interface TrafficGuard {
  /** What is wrong with a click, by its address. Never rejects; a cache that is gone finds less. */
  judgeClick(click: TrafficClick): Promise<Finding | undefined>;
  /** The same for impressions whose reader's address is known. */
  judgeView(view: TrafficView): Promise<Finding | undefined>;
  /** Whether an address lies in the operator's ranges. */
  isListed(address: string | undefined): boolean;
  /** Remembers that an agent calls from this address, so that its clicks are known. */
  noteOwn(agentId: string, address: string | undefined): void;
  /** The address as a keyed hash that nobody can follow from one day to the next. */
  hashOf(address: string | undefined): Buffer | null;
}

export interface TrafficDeps {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly ranges: RangeFile;
  /** Under DEMO=1 everybody sits at one machine. */
  readonly exemptsLoopback: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Billed clicks of one address, whatever the campaigns (server/docs/contract.md). */
const CLICK_LIMITS: readonly SlidingLimit[] = [
  { max: 1, windowMs: MINUTE_MS },
  { max: 3, windowMs: 10 * MINUTE_MS },
  { max: 10, windowMs: HOUR_MS },
  { max: 25, windowMs: DAY_MS },
];

/** Billed impressions of one campaign at one address (server/docs/contract.md). */
const VIEW_LIMIT: SlidingLimit = { max: 3, windowMs: 5 * MINUTE_MS };

/** A delivery can be clicked as long as it is open. */
const CLICKED_FOR_MS = DAY_MS;
const HASH_BYTES = 16;
const NOTE_EVERY_MS = MINUTE_MS;
const NOTED_MAX = 10_000;

/** Judges clicks and impressions by address and user agent, with counters shared by processes. */
export function createTrafficGuard(deps: TrafficDeps): TrafficGuard {
  const known = (text: string | undefined): Address | undefined => {
    const address = text === undefined ? undefined : parseAddress(text);
    if (address === undefined) return undefined;
    return deps.exemptsLoopback && isLoopbackAddress(address) ? undefined : address;
  };
  return {
    async judgeClick(click) {
      const address = known(click.address);
      if (address === undefined) return undefined;
      if (deps.ranges.has(address)) return { reason: "invalid_traffic", rule: "address_range" };
      const hash = hashed(address, deps).toString("base64url");
      return (await isOwn(click, hash, deps.cache))
        ? { reason: "self_click", rule: "own_address" }
        : tooMany(click, hash, deps.cache);
    },
    async judgeView({ address: text, campaignId, count }) {
      const address = known(text);
      if (address === undefined) return undefined;
      if (deps.ranges.has(address)) return { reason: "invalid_traffic", rule: "address_range" };
      const key = `views:${campaignId}:${hashed(address, deps).toString("base64url")}`;
      for (let taken = 0; taken < count; taken += 1) {
        if (!(await deps.cache.take(key, [VIEW_LIMIT]))) {
          return { reason: "invalid_traffic", rule: "address_rate" };
        }
      }
      return undefined;
    },
    isListed(text) {
      const address = known(text);
      return address !== undefined && deps.ranges.has(address);
    },
    noteOwn: createNotes(deps, known),
    hashOf(text) {
      const address = text === undefined ? undefined : parseAddress(text);
      return address === undefined ? null : hashed(address, deps);
    },
  };
}

/** The salt is the UTC day: hashes of two days have nothing in common. */
function hashed(address: Address, { signer, clock }: TrafficDeps): Buffer {
  const day = clock.now().toISOString().slice(0, 10);
  return signer.mac("address", `${day}|${holderOf(address)}`, HASH_BYTES);
}

function ownKey(agentId: string, hash: string): string {
  return `own:${agentId}:${hash}`;
}

async function isOwn(click: TrafficClick, hash: string, cache: Cache): Promise<boolean> {
  const found = await Promise.all(click.sides.map((agentId) => cache.get(ownKey(agentId, hash))));
  return found.some((value) => value !== null);
}

/**
 * Counts a click against its address. A delivery whose click was counted before is left to
 * settlement, which knows it as a duplicate: who clicks twice has done nothing wrong.
 */
async function tooMany(
  click: TrafficClick,
  hash: string,
  cache: Cache,
): Promise<Finding | undefined> {
  const { deliveryUuid } = click;
  const clicked = deliveryUuid === undefined ? undefined : `clicked:${deliveryUuid}`;
  const wasClicked = async () => clicked !== undefined && (await cache.get(clicked)) !== null;
  if (await wasClicked()) return undefined;
  if (await cache.take(`clicks:${hash}`, CLICK_LIMITS)) {
    if (clicked !== undefined) await cache.set(clicked, "1", CLICKED_FOR_MS);
    return undefined;
  }
  // The other half of a double click may have been counted just now.
  return (await wasClicked()) ? undefined : { reason: "invalid_traffic", rule: "address_rate" };
}

/** One note for each agent and minute: a publisher's server calls hundreds of times a second. */
function createNotes(
  deps: TrafficDeps,
  known: (text: string | undefined) => Address | undefined,
): TrafficGuard["noteOwn"] {
  const notedAtMs = createBoundedMap<string, number>(NOTED_MAX);
  return (agentId, text) => {
    const nowMs = deps.clock.monotonicMs();
    const last = notedAtMs.get(agentId);
    if (last !== undefined && nowMs - last < NOTE_EVERY_MS) return;
    const address = known(text);
    if (address === undefined) return;
    notedAtMs.set(agentId, nowMs);
    const hash = hashed(address, deps).toString("base64url");
    void deps.cache.set(ownKey(agentId, hash), "1", DAY_MS);
  };
}
