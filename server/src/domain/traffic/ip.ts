import { isIPv4, isIPv6 } from "node:net";

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
