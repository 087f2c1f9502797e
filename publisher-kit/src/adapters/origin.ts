import type { PublisherKit } from "../types.ts";
import { internalsOf } from "./internals.ts";
import { Refusal } from "./refusal.ts";
import type { RouteOptions, RouteRequest } from "./route.ts";

/**
 * The page's origin, which browsers send with every POST, so that requests of other sites are
 * recognised; empty where the request has none. Without an origin a request needs a session that
 * was opened without one.
 *
 * Errors: 403 `origin_refused`; the log then names the option that would accept the origin.
 */
export function allowedOrigin<Native>(
  kit: PublisherKit,
  { origins = [], publicUrl }: RouteOptions<Native>,
  request: RouteRequest<Native>,
): string {
  const origin = request.header("origin") ?? "";
  if (origin === "" || origins.includes(origin)) return origin;
  const host = request.header("host");
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  if (page !== undefined && host !== undefined && page.host === host) return origin;
  if (publicUrl !== undefined && page?.origin === new URL(publicUrl).origin) return origin;
  const help =
    "If a proxy rewrites `Host`, set the adapter's `publicUrl`. Else add the origin, also " +
    "`null`, to the adapter's `origins`.";
  internalsOf(kit).advise("origin_refused", { origin, host, help }, origin);
  throw new Refusal(
    403,
    "origin_refused",
    "`Origin` is neither this server's own nor in the adapter's `origins`.",
  );
}

/** The session key of an app without a page, as its token names it. */
export async function requireDevice<Native>(
  kit: PublisherKit,
  { requireOrigin = true }: RouteOptions<Native>,
  request: RouteRequest<Native>,
): Promise<{ sessionKey?: string }> {
  const token = bearerOf(request);
  const { readDevice } = internalsOf(kit);
  const sessionKey = token === undefined ? undefined : await readDevice(token);
  if (sessionKey !== undefined) return { sessionKey };
  if (token === undefined && !requireOrigin) return {};
  if (token !== undefined) {
    throw new Refusal(401, "invalid_device", "The device token is expired or not valid.");
  }
  throw withoutOrigin(kit);
}

/** The refusal of a request that has neither an origin nor a token; logs what would accept it. */
export function withoutOrigin(kit: PublisherKit): Refusal {
  const help =
    "A native app sends the token of `kit.deviceToken` as its bearer. To accept programs that " +
    "send no `Origin`, set the adapter's `requireOrigin` to false.";
  internalsOf(kit).advise("origin_missing", { help });
  return new Refusal(403, "origin_refused", "Send `Origin`, or a device token as the bearer.");
}

export const bearerOf = <Native>(request: RouteRequest<Native>): string | undefined =>
  /^Bearer +([^\s]+)$/i.exec(request.header("authorization") ?? "")?.[1];

export function corsHeaders<Native>(
  origin: string,
  request: RouteRequest<Native>,
  origins: readonly string[],
): Record<string, string> {
  if (!origins.includes(origin)) return {};
  const shared = { "access-control-allow-origin": origin, vary: "Origin" };
  if (request.method !== "OPTIONS") return shared;
  return {
    ...shared,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
  };
}

const MISPLACED = /^(.*)\/(?:turn|events|session|citations)\/?$/;

/**
 * Finds the routes under `basePath` and, where a request comes near them, logs the `basePath` that
 * it needs: a router or proxy has put the app below another path.
 *
 * Errors: `TypeError` for a `publicUrl` that is no http or https URL.
 */
export function adviseBasePath<Native>(
  kit: PublisherKit,
  { basePath = "/offers", publicUrl }: RouteOptions<Native>,
): (path: string) => void {
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#]+[^?#]*$/.test(publicUrl)) {
    throw new TypeError(
      "`publicUrl` must be the URL of the routes, such as https://chat.example/offers.",
    );
  }
  const base = basePath.replace(/\/+$/, "");
  return (path) => {
    const prefix = MISPLACED.exec(path)?.[1];
    if (prefix === undefined || prefix === "" || prefix === base) return;
    if (!prefix.endsWith(base) && !base.endsWith(prefix)) return;
    const help = `Set the adapter's \`basePath\` to "${prefix}".`;
    internalsOf(kit).advise("base_path_mismatch", { path, basePath, help }, prefix);
  };
}
