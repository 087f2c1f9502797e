import { isIP } from "node:net";
import { ExchangeError } from "../../contract/errors.ts";

/** Names that never leave this machine or its network. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|home|lan|intranet|test|invalid)$/i;

/**
 * Checks a landing address: https on a public name, without credentials. `allowedOrigin` is the
 * demo shop's, whose address is this machine.
 *
 * **Errors** `destination_invalid`.
 */
export function checkDestination(url: string, allowedOrigin: string | undefined): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) throw destinationInvalid("is not an address");
  if (parsed.origin === allowedOrigin) return url;
  if (parsed.protocol !== "https:") throw destinationInvalid("must begin with https://");
  if (parsed.username !== "" || parsed.password !== "") {
    throw destinationInvalid("must not carry credentials");
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0 || !host.includes(".") || PRIVATE_NAMES.test(host)) {
    throw destinationInvalid("must name a public host");
  }
  return url;
}

/** Stand-ins for macros. What is checked is what a click will open, not the template of it. */
const SAMPLE_VALUES = { click_id: "clk", campaign_id: "cmp", placement_id: "plc" };

function parseUrl(url: string): URL | undefined {
  if (/[\r\n\t\\]/.test(url)) return undefined;
  const plain = expandMacros(url, SAMPLE_VALUES);
  return URL.canParse(plain) ? new URL(plain) : undefined;
}

function destinationInvalid(problem: string): ExchangeError {
  return new ExchangeError("destination_invalid", {
    field: "/arguments/creativeUrl",
    message: `creativeUrl ${problem}.`,
    issues: [{ pointer: "/arguments/creativeUrl", keyword: "destination", message: problem }],
    suggestion: "Send an https address on a public host name.",
  });
}

/**
 * Puts the click id into a landing address; macros we do not know become empty. The result fits a
 * header: characters outside ASCII are written the way browsers would send them.
 */
export function expandMacros(url: string, values: Readonly<Record<string, string>>): string {
  const expanded = url.replace(/\{([a-z_]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const isPlain = /^[\x21-\x7e]*$/.test(expanded);
  return isPlain || !URL.canParse(expanded) ? expanded : new URL(expanded).href;
}
