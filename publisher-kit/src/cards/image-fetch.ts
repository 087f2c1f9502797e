import type { LookupAddress } from "node:dns";
import type { IncomingMessage } from "node:http";
import type { BlockList, LookupFunction } from "node:net";
import { guarded } from "../core/guards.ts";
import { imageTypeOf } from "./image-type.ts";

/** A picture of a card; larger ones are not worth their time in a sidebar. */
const SIZE_MAX_BYTES = 2_000_000;
const TIME_MAX_MS = 5_000;
const REDIRECTS_MAX = 3;
const HEADERS_MAX_BYTES = 16_384;

export type FetchedImage = { type: string; bytes: Uint8Array<ArrayBuffer> };

/** Gets a picture of a shop, or undefined: not reachable, too large, too late, or no picture. */
export type ImageFetcher = (url: string) => Promise<FetchedImage | undefined>;

/** Source: RFC 6890 and the IANA registries of special-purpose addresses, 2025. */
const NOT_PUBLIC_V4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24" +
  " 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24" +
  " 224.0.0.0/4 240.0.0.0/4";
/** Parts of the global unicast range that stand for other addresses or for none. */
const NOT_PUBLIC_V6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";

/**
 * A fetcher that only ever connects to public addresses, checked on the very address it connects
 * to, so that a name cannot point elsewhere a moment later. Undefined where the runtime cannot do
 * that: `fetch` alone checks no address. `trustedOrigin` may be private: the exchange
 * itself, as the host configured it.
 */
export function createImageFetcher(trustedOrigin: string): ImageFetcher | undefined {
  const node = loadNode();
  if (node === undefined) return undefined;
  const isPublic = createAddressCheck(node.net);

  const lookup: LookupFunction = (hostname, options, callback) => {
    node.dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = error === null ? found : [];
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
        callback(
          error ??
            new Error("The host name of the image resolves to an address that is not public."),
          "",
          4,
        );
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const isTrusted = url.origin === trustedOrigin;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // A host that is an address is never looked up, so it is checked here.
    const isLiteral = node?.net.isIP(host) !== 0;
    if (!isTrusted && (url.port !== "" || (isLiteral && !isPublic(host)))) {
      return Promise.reject(
        new Error("The host name of the image resolves to an address that is not public."),
      );
    }
    const { request } = url.protocol === "https:" ? loaded.https : loaded.http;
    return new Promise((resolve, reject) => {
      request(url, {
        agent: false,
        signal,
        maxHeaderSize: HEADERS_MAX_BYTES,
        headers: { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml" },
        ...(!isTrusted && { lookup }),
      })
        .on("response", resolve)
        .on("error", reject)
        .end();
    });
  }

  // Only the exchange's own drawings: those of others may be documents with scripts.
  const isOwn = (url: URL, { headers }: IncomingMessage): boolean =>
    url.origin === trustedOrigin && /^image\/svg\+xml\b/.test(headers["content-type"] ?? "");

  const loaded = node;
  return async (url) => {
    const signal = AbortSignal.timeout(TIME_MAX_MS);
    try {
      let next = new URL(url);
      for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
        if (!isWeb(next)) return undefined;
        const response = await open(next, signal);
        const target = redirectOf(response, next);
        if (target === undefined) return await readImage(response, isOwn(next, response));
        response.destroy();
        next = target;
      }
      return undefined;
    } catch {
      return undefined;
    }
  };
}

/** Bundlers see no import here, so the kit still runs where Node's modules do not exist. */
function loadNode() {
  // Its `node:http` takes no `lookup`, so that it cannot connect to the address that was checked.
  if (globalThis.navigator?.userAgent === "Cloudflare-Workers") return undefined;
  if (typeof process === "undefined" || typeof process.getBuiltinModule !== "function") {
    return undefined;
  }
  return guarded(() => ({
    dns: process.getBuiltinModule("node:dns"),
    http: process.getBuiltinModule("node:http"),
    https: process.getBuiltinModule("node:https"),
    net: process.getBuiltinModule("node:net"),
  }));
}

type AddressKit = {
  BlockList: new () => BlockList;
  isIP(text: string): number;
};

function createAddressCheck({ BlockList: List, isIP }: AddressKit) {
  const blocked = new List();
  const block = (nets: string, family: "ipv4" | "ipv6"): void => {
    for (const subnet of nets.split(" ")) {
      const [net = "", prefix] = subnet.split("/");
      blocked.addSubnet(net, Number(prefix), family);
    }
  };
  block(NOT_PUBLIC_V4, "ipv4");
  block(NOT_PUBLIC_V6, "ipv6");
  const global = new List();
  global.addSubnet("2000::", 3, "ipv6");
  return (address: string): boolean => {
    const family = isIP(address);
    if (family === 4) return !blocked.check(address, "ipv4");
    return family === 6 && global.check(address, "ipv6") && !blocked.check(address, "ipv6");
  };
}

const isWeb = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && username === "" && password === "";

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) {
    return undefined;
  }
  return new URL(headers.location, from);
}

async function readImage(
  response: IncomingMessage,
  isDrawing: boolean,
): Promise<FetchedImage | undefined> {
  const announced = Number(response.headers["content-length"] ?? 0);
  if (response.statusCode !== 200 || announced > SIZE_MAX_BYTES) {
    response.destroy();
    return undefined;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response) {
    if (!(part instanceof Uint8Array)) return undefined;
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > SIZE_MAX_BYTES) return undefined;
    parts.push(part);
  }
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  const type = isDrawing ? "image/svg+xml" : imageTypeOf(bytes);
  return type === undefined ? undefined : { type, bytes };
}
