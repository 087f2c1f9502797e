import ipaddr from "ipaddr.js";
import { type ExchangeError, wrongAt } from "../../contract/errors.ts";

/**
 * Ranges that the address library calls ordinary and that are not the public internet's, then those
 * at which clouds answer the machines that run in them.
 *
 * **Source** IANA special-purpose address registries, IPv4 and IPv6; Azure, "What is IP address
 * 168.63.129.16?"; IBM Cloud, "Service endpoints"; Equinix Metal, "Metadata"; Google Cloud,
 * "Configure Private Google Access".
 */
const NOT_PUBLIC = [
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "2001::/23",
  "2620:4f:8000::/48",
  "3fff::/20",
  "168.63.129.16/32",
  "161.26.0.0/16",
  "166.8.0.0/14",
  "192.80.8.124/32",
  "199.36.153.4/30",
  "199.36.153.8/30",
  "2600:2d00:2:1000::/64",
  "2600:2d00:2:2000::/64",
].map((range) => ipaddr.parseCIDR(range));

/** All IPv6 that is given out; whatever lies beyond leads to no public host. */
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3");

/** Whether an address is one of the public internet. Tunnels and mappings to IPv4 are none. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv6" && !address.match(GLOBAL_V6)) return false;
  return !NOT_PUBLIC.some(
    ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
  );
}

/** What counts as one receiver: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  const [network] = ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString().split("/");
  return `${network}/64`;
}

/** Host names, lower case and without brackets, that may be private, use http and any port. */
export type AllowedHosts = ReadonlySet<string>;

/** Parses `POSTBACK_ALLOW_HOSTS`: hosts separated by commas. */
export function parseAllowedHosts(text: string | undefined): AllowedHosts {
  const hosts = (text ?? "").split(",").map((host) => unbracketed(host.trim().toLowerCase()));
  return new Set(hosts.filter((host) => host !== ""));
}

export function hostOf(url: URL): string {
  return unbracketed(url.hostname);
}

function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** Names that lead to this machine or its network, whatever a name server says. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|onion|arpa)$/;
const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
/** Where the host ends and the port begins in an address as it was written. */
const WRITTEN_HOST = /^https?:\/\/(\[[^\]/?#]*\]|[^:/?#]*)/i;

/**
 * The one form of an address that postbacks may go to: https on the public internet at its usual
 * port, or whatever an allowed host likes.
 *
 * **Errors** `postback_url_rejected`.
 */
export function checkPostbackUrl(text: string, allowed: AllowedHosts): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw rejected("is no address");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw rejected("must be https");
  if (url.username !== "" || url.password !== "") throw rejected("must not name a user");
  if (url.hash !== "") throw rejected("must have no fragment");
  const host = hostOf(url);
  if (allowed.has(host)) return url;
  if (url.protocol !== "https:") throw rejected("must be https");
  if (url.port !== "") throw rejected("must use port 443");
  if (ipaddr.isValid(host)) checkWritten(text, url);
  else checkName(host);
  return url;
}

/** An address in any other notation than the usual one wants to be taken for something else. */
function checkWritten(text: string, url: URL): void {
  const [, written = ""] = WRITTEN_HOST.exec(text) ?? [];
  if (written.toLowerCase() !== url.hostname) throw rejected("must be written in the usual form");
  if (!isPublicAddress(hostOf(url))) throw rejected("must lead to the public internet");
}

function checkName(host: string): void {
  if (LOCAL_NAME.test(host) || !HOST_NAME.test(host)) {
    throw rejected("must name a host of the public internet");
  }
}

function rejected(problem: string): ExchangeError {
  return wrongAt("/arguments/url", "format", problem, {
    code: "postback_url_rejected",
    suggestion: "Send an https address of a public host, without a port, user or fragment.",
    nextTools: ["register_postback"],
  });
}
