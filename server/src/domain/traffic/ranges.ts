import { type Address, parseAddress } from "./address.ts";

/** Address ranges of an operator's list, such as those of data centres. */
export interface AddressRanges {
  /** Ranges after overlapping and touching ones were joined. */
  readonly size: number;
  has(address: Address): boolean;
}

/** What is wrong with a list, by the line where it is. */
export class RangesError extends Error {
  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.name = "RangesError";
  }
}

interface Range {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/** All clouds together publish some 100,000 ranges; ten times that is no list of ranges. */
const RANGES_MAX = 1_000_000;

/**
 * Reads a list of CIDR ranges and single addresses, one a line; `#` starts a comment. Bits beyond
 * the prefix are ignored, as published lists do not always clear them.
 *
 * **Errors** `RangesError`: a list that is partly understood would let through what it should not.
 */
export function parseRanges(text: string): AddressRanges {
  const ranges: Range[] = [];
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    const entry = line.replace(/#.*$/, "").trim();
    if (entry === "") continue;
    if (ranges.length >= RANGES_MAX) throw new RangesError(number, `over ${RANGES_MAX} ranges`);
    ranges.push(parseRange(entry, number));
  }
  const [v4, v6] = [joined(ranges, 4), joined(ranges, 6)];
  return {
    size: v4.starts.length + v6.starts.length,
    has: ({ version, bits }) => contains(version === 4 ? v4 : v6, bits),
  };
}

function parseRange(entry: string, line: number): Range {
  const [base = "", lengthText, ...rest] = entry.split("/");
  const address = parseAddress(base);
  if (address === undefined || rest.length > 0) {
    throw new RangesError(line, `${JSON.stringify(entry.slice(0, 60))} is no CIDR range`);
  }
  const width = address.version === 4 ? 32 : 128;
  // `::ffff:10.0.0.0/104` is the IPv4 range with its 96 bits of IPv6 in front.
  const isMapped = address.version === 4 && base.includes(":");
  const length =
    lengthText === undefined ? width : prefixLengthOf(lengthText) - (isMapped ? 96 : 0);
  if (!(length >= 0 && length <= width)) {
    throw new RangesError(line, `the prefix must be 0 to ${width} bits long`);
  }
  const hostBits = BigInt(width - length);
  const first = (address.bits >> hostBits) << hostBits;
  return { version: address.version, first, last: first | ((1n << hostBits) - 1n) };
}

function prefixLengthOf(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

interface Intervals {
  readonly starts: readonly bigint[];
  readonly ends: readonly bigint[];
}

/** Sorted and joined, so that one search by halves decides. */
function joined(ranges: readonly Range[], version: 4 | 6): Intervals {
  const sorted = ranges
    .filter((range) => range.version === version)
    .sort((left, right) => (left.first < right.first ? -1 : 1));
  const starts: bigint[] = [];
  const ends: bigint[] = [];
  for (const { first, last } of sorted) {
    const end = ends.at(-1);
    if (end === undefined || first > end + 1n) {
      starts.push(first);
      ends.push(last);
    } else if (last > end) {
      ends[ends.length - 1] = last;
    }
  }
  return { starts, ends };
}

function contains({ starts, ends }: Intervals, bits: bigint): boolean {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0n) <= bits) low = middle + 1;
    else high = middle;
  }
  const end = ends[low - 1];
  return end !== undefined && bits <= end;
}
