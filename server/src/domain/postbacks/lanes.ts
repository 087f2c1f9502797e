import { type Attempted, isSuccess } from "./attempt.ts";
import type { ClaimedMessage } from "./message-queries.ts";

/** One endpoint's share. A slow or failing receiver keeps few connections busy, a good one many. */
export interface Lane {
  readonly uuid: string;
  /** How many attempts may run at once. */
  limit: number;
  running: number;
  /** Claimed, and sent as soon as one that runs is over. */
  readonly waiting: ClaimedMessage[];
  /** Whether there may be more to claim. */
  isWanted: boolean;
  isClaiming: boolean;
}

const LIMIT_FIRST = 4;
const LIMIT_MAX = 24;
const LIMIT_BAD = 2;
const SLOW_MS = 1_000;
/** All endpoints together: hundreds of receivers that never answer leave room for the others. */
const CLAIMED_MAX = 1_000;

/** Every endpoint that something is claimed or wanted for, or that has proved to be slow. */
export interface Lanes {
  of(uuid: string): Lane;
  /** Those that want more and have room for it, and how much. */
  withRoom(): { readonly lane: Lane; readonly room: number }[];
  /** Drops a lane that has nothing to do and nothing to be remembered for. */
  forget(lane: Lane): void;
  isIdle(): boolean;
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  return {
    of(uuid) {
      const known = lanes.get(uuid);
      if (known !== undefined) return known;
      const counts = { limit: LIMIT_FIRST, running: 0, isWanted: false, isClaiming: false };
      const made: Lane = { uuid, ...counts, waiting: [] };
      lanes.set(uuid, made);
      return made;
    },
    withRoom: () => withRoom([...lanes.values()]),
    forget(lane) {
      const isBusy = lane.isWanted || lane.isClaiming || claimedBy(lane) > 0;
      if (!isBusy && lane.limit >= LIMIT_FIRST) lanes.delete(lane.uuid);
    },
    isIdle: () => [...lanes.values()].every((lane) => claimedBy(lane) === 0 && !lane.isClaiming),
  };
}

/** How many attempts at once the receiver has earned after this one. */
export function limitAfter(limit: number, { outcome, result }: Attempted): number {
  if (!isSuccess(outcome) || result.durationMs > SLOW_MS) return LIMIT_BAD;
  return Math.min(limit + 1, LIMIT_MAX);
}

function claimedBy(lane: Lane): number {
  return lane.running + lane.waiting.length;
}

function withRoom(lanes: readonly Lane[]): { lane: Lane; room: number }[] {
  let left = CLAIMED_MAX - lanes.reduce((sum, lane) => sum + claimedBy(lane), 0);
  const chosen: { lane: Lane; room: number }[] = [];
  for (const lane of lanes) {
    const room = Math.min(roomOf(lane), left);
    if (!lane.isWanted || lane.isClaiming || room <= 0) continue;
    chosen.push({ lane, room });
    left -= room;
  }
  return chosen;
}

/**
 * A good receiver has as much waiting as it is sent at once, so that it never waits for the
 * database. Little room counts as none: claims stay few.
 */
function roomOf(lane: Lane): number {
  const { limit } = lane;
  const room = (limit > LIMIT_FIRST ? 2 * limit : limit) - claimedBy(lane);
  return room >= limit / 2 ? room : 0;
}
