import { type Micros, micros } from "../../contract/money.ts";
import type { Tile } from "../ledger/index.ts";

export interface ChargedEvent {
  readonly uuid: string;
  readonly charged: Micros;
}

/** A batch of settled events: how much undisputed money lies after it, and up to its beginning. */
export interface BatchStretch {
  readonly after: bigint;
  readonly upto: bigint;
  readonly events: readonly ChargedEvent[];
}

/** What one unit costs, and the publisher's share of it. **Units** micro-credits. */
export interface UnitPrice {
  readonly price: Micros;
  readonly earned: Micros;
}

export interface HoldPlan {
  readonly held: readonly string[];
  /** Events whose money is not pending any more, and what it is instead. */
  readonly refused: readonly { readonly uuid: string; readonly status: Tile["status"] }[];
  readonly parts: readonly {
    readonly uuid: string;
    readonly amount: Micros;
    readonly fee: Micros;
  }[];
}

/**
 * Finds the money of events among the earnings of their campaign. An event is held as a whole or
 * not at all, and only out of the stretch that its own batch earned.
 *
 * **Units** micro-credits; positions count back from the newest earning.
 * **Shape** `tiles` newest first, without a gap.
 */
export function planHold(
  tiles: readonly Tile[],
  batches: readonly BatchStretch[],
  unit: UnitPrice,
): HoldPlan {
  const taken = new Map<string, bigint>();
  const held: string[] = [];
  const refused: { uuid: string; status: Tile["status"] }[] = [];
  for (const batch of batches) {
    const touched = touchedBy(tiles, batch);
    const pieces = touched
      .filter(({ status }) => status === "pending")
      .map((tile) => ({ uuid: tile.uuid, left: overlapOf(tile, batch) }));
    const status = touched.find((tile) => tile.status !== "pending")?.status ?? "matured";
    for (const event of batch.events) {
      const isHeld = takeWhole(pieces, event.charged, taken);
      if (isHeld) held.push(event.uuid);
      else refused.push({ uuid: event.uuid, status });
    }
  }
  return { held, refused, parts: partsOf(tiles, taken, unit) };
}

/** The tiles that a batch covers, found by halving, because both may be thousands. */
function touchedBy(tiles: readonly Tile[], batch: BatchStretch): Tile[] {
  let [low, high] = [0, tiles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tile = tiles[middle];
    if (tile !== undefined && endOf(tile) <= batch.after) low = middle + 1;
    else high = middle;
  }
  const touched: Tile[] = [];
  for (let index = low; index < tiles.length; index += 1) {
    const tile = tiles[index];
    if (tile === undefined || tile.after >= batch.upto) break;
    touched.push(tile);
  }
  return touched;
}

function endOf(tile: Tile): bigint {
  return tile.after + tile.amount + tile.fee;
}

function overlapOf(tile: Tile, { after, upto }: BatchStretch): bigint {
  const end = endOf(tile);
  const from = tile.after > after ? tile.after : after;
  const to = end < upto ? end : upto;
  return to > from ? to - from : 0n;
}

function takeWhole(
  pieces: { readonly uuid: string; left: bigint }[],
  charged: bigint,
  taken: Map<string, bigint>,
): boolean {
  if (pieces.reduce((sum, { left }) => sum + left, 0n) < charged) return false;
  let missing = charged;
  for (const piece of pieces) {
    const part = piece.left < missing ? piece.left : missing;
    if (part === 0n) continue;
    piece.left -= part;
    missing -= part;
    taken.set(piece.uuid, (taken.get(piece.uuid) ?? 0n) + part);
  }
  return true;
}

/**
 * Divides what is taken of each earning into the publisher's share and the fee. Purchases cut a
 * budget inside a unit, which rounds; so each part gets what is missing to the share of all.
 */
function partsOf(
  tiles: readonly Tile[],
  taken: ReadonlyMap<string, bigint>,
  unit: UnitPrice,
): HoldPlan["parts"] {
  let [grossSoFar, earnedSoFar] = [0n, 0n];
  return tiles.flatMap((tile) => {
    const gross = taken.get(tile.uuid);
    if (gross === undefined) return [];
    grossSoFar += gross;
    const wanted = (grossSoFar * unit.earned) / unit.price - earnedSoFar;
    const least = gross > tile.fee ? gross - tile.fee : 0n;
    const most = gross < tile.amount ? gross : tile.amount;
    const amount = wanted < least ? least : wanted > most ? most : wanted;
    earnedSoFar += amount;
    return [{ uuid: tile.uuid, amount: micros(amount), fee: micros(gross - amount) }];
  });
}
