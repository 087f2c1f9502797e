import type { Context } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { DialectName } from "../core/env.ts";
import type { Metrics } from "../core/metrics.ts";
import {
  createDoor,
  type DoorAnswer,
  type DoorOffer,
  type DoorRequest,
  refusedRequest,
} from "../dialects/door.ts";
import type { EndpointDeps } from "./deps.ts";
import { noSuchAddress } from "./errors.ts";
import { openDocument } from "./public.ts";
import { keyOf, senderOf } from "./request.ts";
import type { Endpoint, Endpoints } from "./routes.ts";

const BODY_MAX_BYTES = 262_144;
const PROFILE_CACHE = "public, max-age=300, stale-while-revalidate=600";

type Deps = Pick<EndpointDeps, "dialects" | "bodies" | "metrics" | "logger" | "trustedHops">;

/** The addresses of other protocols; those that are off do not exist. */
export function createDialectEndpoints(
  deps: Deps,
): Pick<Endpoints, "adcp" | "ucp" | "ucpProfile" | "adagents"> {
  const { adcp, ucp } = deps.dialects;
  const count = counterOf(deps.metrics);
  const onFault = (error: unknown) => deps.logger.error({ err: error }, "dialect_failed");
  const door = (name: DialectName, offer: DoorOffer) =>
    doorEndpoint(createDoor(count(name, offer), onFault), deps);
  const ucpDoors = new Map(
    [...(ucp?.offers ?? [])].map(([release, offer]) => [release, door("ucp", offer)]),
  );
  return {
    adcp: adcp === undefined ? undefined : door("adcp", adcp.offer),
    ucp:
      ucp === undefined
        ? undefined
        : { handle: (ctx) => found(ucpDoors, ctx.params.release).handle(ctx) },
    ucpProfile:
      ucp === undefined
        ? undefined
        : openDocument(PROFILE_CACHE, async (ctx) => found(ucp.profiles, ctx.path)),
    adagents:
      adcp === undefined ? undefined : openDocument(PROFILE_CACHE, () => adcp.renderAdagents()),
  };
}

function found<Value>(values: ReadonlyMap<string, Value>, key: string | undefined): Value {
  const value = values.get(key ?? "");
  if (value === undefined) throw noSuchAddress();
  return value;
}

function doorEndpoint(answer: (request: DoorRequest) => Promise<DoorAnswer>, deps: Deps): Endpoint {
  return {
    async handle(ctx) {
      try {
        const sender = senderOf(ctx, deps.trustedHops);
        const key = oneKeyOf(ctx);
        const limit = { limitBytes: BODY_MAX_BYTES, isKnown: key !== undefined };
        const { text } = await deps.bodies.readJson(ctx.req, limit);
        send(ctx, await answer({ text, headers: ctx.headers, origin: { ...sender, key } }));
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
        send(ctx, refusedRequest(error.status, error.message));
      }
    },
  };
}

/**
 * The key, which AdCP's SDK also sends as `x-adcp-auth`.
 *
 * **Errors** `invalid_request` for two different ones.
 */
function oneKeyOf(ctx: Context): string | undefined {
  const key = keyOf(ctx.req);
  const second = ctx.get("x-adcp-auth").replace(/^Bearer /i, "");
  if (second === "") return key;
  if (key !== undefined && key !== second) {
    throw new ExchangeError("invalid_request", {
      message: "Authorization and x-adcp-auth differ.",
      suggestion: "Send the key once, as `Authorization: Bearer <key>`.",
    });
  }
  return second;
}

function send(ctx: Context, answer: DoorAnswer): void {
  ctx.status = answer.status;
  ctx.set("Cache-Control", "no-store");
  if (answer.headers !== undefined) ctx.set({ ...answer.headers });
  if (answer.body === undefined) return;
  ctx.type = "json";
  ctx.body = answer.body;
}

/** Counts the calls of each dialect by task: a name of the list, never text from a caller. */
function counterOf(metrics: Metrics): (dialect: DialectName, offer: DoorOffer) => DoorOffer {
  const calls = metrics.counter({
    name: "placard_dialect_calls_total",
    help: "Calls in other protocols, by task; the outcome is ok, refused or failed.",
    labels: ["dialect", "task", "outcome"],
  });
  return (dialect, offer) => {
    const names = new Set(offer.listTools().map(({ name }) => name));
    return {
      ...offer,
      async call(name, args, request) {
        const task = names.has(name) ? name : "unknown";
        try {
          const result = await offer.call(name, args, request);
          calls.add(1, dialect, task, result.isError ? "refused" : "ok");
          return result;
        } catch (error) {
          calls.add(1, dialect, task, "failed");
          throw error;
        }
      },
    };
  };
}
