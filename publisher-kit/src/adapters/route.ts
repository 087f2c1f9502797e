import type { SessionClaims } from "../types.ts";
import type { OnTurn } from "./on-turn.ts";

/** A picture's route ends in its signed name. */
export type ImageRoute = `img/${string}`;
export type RouteName = "turn" | "events" | "session" | "citations" | ImageRoute;

export const isImageRoute = (route: RouteName): route is ImageRoute => route.startsWith("img/");

/** A request as any server can give it. */
export type RouteRequest<Native> = {
  native: Native;
  method: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as text or already parsed; undefined when longer than `BODY_MAX_BYTES`. */
  body(): Promise<unknown>;
  signal?: AbortSignal;
  /** The reader's address, where the framework was told to trust its proxy. */
  address?: () => string | undefined;
};

export type RouteAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
};

export type RouteOptions<Native> = {
  /** Where the routes live, as the path arrives here; default `/offers`. */
  basePath?: string;
  /**
   * The address of the routes as browsers see it, such as `https://chat.example/app/offers`: where
   * a proxy rewrites `Host` or the path.
   */
  publicUrl?: string;
  /** Pages of other origins that may use the routes; the server's own origin always may. */
  origins?: readonly string[];
  /**
   * `false` lets requests without `Origin` open a session, as programs send them. Default true: an
   * app without a page opens its session with the token of `kit.deviceToken`.
   */
  requireOrigin?: boolean;
  /** The host's claims about the caller; `undefined` refuses a session. */
  claims?: (
    request: Native,
  ) => Partial<SessionClaims> | undefined | Promise<Partial<SessionClaims> | undefined>;
  /**
   * The reader's address, which the kit and the exchange limit views by. Default: what Koa or
   * Express give where they were told to trust a proxy; else none.
   */
  address?: (request: Native) => string | undefined;
  /**
   * `proxy`: pictures come through `GET img/...` of these routes, so that shops learn nothing of
   * the reader and the page needs `img-src 'self'` only. It needs Node's `dns`; default `direct`.
   */
  images?: "proxy" | "direct";
  /** Receives each turn of the widget, for example to give its offers to the model. */
  onTurn?: OnTurn<Native>;
};
