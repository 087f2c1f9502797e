import { readFile, stat } from "node:fs/promises";
import { isIPv4, isIPv6 } from "node:net";
import type { Logger } from "../../core/log.ts";

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

/** The operator's ranges, as the file has them now. */
export interface RangeFile {
  has(ip: Ip): boolean;
  /** Reads the file again if it changed. A file that is wrong leaves the ranges as they were. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Looking is one system call. Unlike a watch it also sees files that are replaced, mounted or
 * linked elsewhere.
 */
const LOOK_EVERY_MS = 2_000;

export const NO_RANGES: RangeFile = {
  has: () => false,
  refresh: async () => undefined,
  close: () => undefined,
};

/**
 * Loads `INVALID_TRAFFIC_RANGES` and follows its changes.
 *
 * **Errors** rejects when the file cannot be read or understood at the start.
 */
export async function openRangeFile(options: {
  path: string;
  logger: Pick<Logger, "info" | "warn">;
}): Promise<RangeFile> {
  const { path, logger } = options;
  let seen = await stampOf(path);
  let ranges = await load(path);
  logger.info({ ranges: ranges.size }, "invalid_traffic_ranges_loaded");
  const refresh = async () => {
    try {
      const stamp = await stampOf(path);
      if (stamp === seen) return;
      seen = stamp;
      ranges = await load(path);
      logger.info({ ranges: ranges.size }, "invalid_traffic_ranges_reloaded");
    } catch (error) {
      logger.warn({ err: String(error) }, "invalid_traffic_ranges_not_reloaded");
    }
  };
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const lookLater = () => {
    if (isClosed) return;
    timer = setTimeout(() => void refresh().finally(lookLater), LOOK_EVERY_MS);
    timer.unref();
  };
  lookLater();
  return {
    has: (ip) => ranges.has(ip),
    refresh,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function load(path: string): Promise<IpRanges> {
  return parseRanges(await readFile(path, "utf8"));
}

/** Changes whenever the file is written or replaced. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(path);
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** An IP address as one number; IPv4 lies above all of IPv6, so that no range holds both. */
export type Ip = bigint;

const V4 = 1n << 128n;
const MAPPED_HIGH = 0xffffn;
const LOW_32 = 0xffff_ffffn;
/** One household or one rented machine holds a whole /64 and can change the rest at will. */
const OWNED_BITS = 64n;

/**
 * Reads an IP address as sockets and proxies write it: with a zone, with a port behind it, in
 * brackets, IPv4 inside IPv6. Undefined for anything else.
 */
export function parseIp(text: string): Ip | undefined {
  const bare = bareOf(text);
  if (isIPv4(bare)) return V4 | bitsOfV4(bare);
  if (!isIPv6(bare)) return undefined;
  const bits = bitsOfV6(bare);
  return bits >> 32n === MAPPED_HIGH ? V4 | (bits & LOW_32) : bits;
}

/** What one party holds and therefore counts as one: an IPv4 address, or the /64 of IPv6. */
export function holderOf(ip: Ip): string {
  return isV4(ip) ? `4:${(ip - V4).toString(16)}` : `6:${(ip >> OWNED_BITS).toString(16)}`;
}

export function isLoopbackIp(ip: Ip): boolean {
  return isV4(ip) ? (ip - V4) >> 24n === 127n : ip === 1n;
}

/** Whether it is IPv4, however it was written. */
export function isV4(ip: Ip): boolean {
  return ip >= V4;
}

/** An address without zone, port and brackets; undefined for anything else. */
export function bareIp(text: string): string | undefined {
  const bare = bareOf(text);
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : undefined;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** Whom calls from an address count for: the same text for all addresses of one party. */
export function holderOfIp(ip: string | undefined): string {
  const parsed = parseIp(ip ?? "");
  return parsed === undefined ? "unknown" : holderOf(parsed);
}

function bareOf(given: string): string {
  const text = given.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bracketed)?.[1] ?? bracketed;
  return withPort.replace(/%.*$/, "");
}

function bitsOfV4(text: string): bigint {
  return BigInt(text.split(".").reduce((value, part) => value * 256 + Number(part), 0));
}

function bitsOfV6(text: string): bigint {
  const [head = "", tail] = text.split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0n);
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** The 16-bit groups of one side of `::`; a dotted end makes two of them. */
function groupsOf(side: string): bigint[] {
  if (side === "") return [];
  return side.split(":").flatMap((part) => {
    if (!part.includes(".")) return [BigInt(`0x${part}`)];
    const bits = bitsOfV4(part);
    return [bits >> 16n, bits & 0xffffn];
  });
}
