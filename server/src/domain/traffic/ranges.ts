import { type Ip, isV4, parseIp } from "./ip.ts";

/** IP ranges of an operator's list, such as those of data centres. */
export interface IpRanges {
  /** Ranges after overlapping and adjacent ones were joined. */
  readonly size: number;
  has(ip: Ip): boolean;
}

/** What is wrong with a list, by the line where it is. */
export class RangesError extends Error {
  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.name = "RangesError";
  }
}

interface Range {
  readonly first: Ip;
  readonly last: Ip;
}

/** All clouds together publish some 100,000 ranges; ten times that is no list of ranges. */
const RANGES_MAX = 1_000_000;

/**
 * Reads a list of CIDR ranges and single addresses, one a line; `#` starts a comment. Bits beyond
 * the prefix are ignored, as published lists do not always clear them.
 *
 * **Errors** `RangesError`: a list that is partly understood would let through what it should not.
 */
export function parseRanges(text: string): IpRanges {
  const ranges: Range[] = [];
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    const entry = line.replace(/#.*$/, "").trim();
    if (entry === "") continue;
    if (ranges.length >= RANGES_MAX) throw new RangesError(number, `over ${RANGES_MAX} ranges`);
    ranges.push(parseRange(entry, number));
  }
  const intervals = joined(ranges);
  return { size: intervals.length, has: (ip) => contains(intervals, ip) };
}

function parseRange(entry: string, line: number): Range {
  const [base = "", lengthText, ...rest] = entry.split("/");
  const ip = parseIp(base);
  if (ip === undefined || rest.length > 0) {
    throw new RangesError(line, `${JSON.stringify(entry.slice(0, 60))} is no CIDR range`);
  }
  const width = isV4(ip) ? 32 : 128;
  // `::ffff:10.0.0.0/104` is the IPv4 range with its 96 bits of IPv6 in front.
  const skipped = isV4(ip) && base.includes(":") ? 96 : 0;
  const length = lengthText === undefined ? width : prefixLengthOf(lengthText) - skipped;
  if (!(length >= 0 && length <= width)) {
    throw new RangesError(line, `the prefix must be 0 to ${width} bits long`);
  }
  const hostBits = BigInt(width - length);
  const first = (ip >> hostBits) << hostBits;
  return { first, last: first | ((1n << hostBits) - 1n) };
}

function prefixLengthOf(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

/** Sorted and joined, so that a binary search decides. */
function joined(ranges: readonly Range[]): Range[] {
  const intervals: Range[] = [];
  for (const range of ranges.toSorted((left, right) => (left.first < right.first ? -1 : 1))) {
    const last = intervals.at(-1);
    if (last === undefined || range.first > last.last + 1n) intervals.push(range);
    else if (range.last > last.last) intervals.splice(-1, 1, { ...last, last: range.last });
  }
  return intervals;
}

function contains(intervals: readonly Range[], ip: Ip): boolean {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((intervals[middle]?.first ?? 0n) <= ip) low = middle + 1;
    else high = middle;
  }
  const found = intervals[low - 1];
  return found !== undefined && ip <= found.last;
}
