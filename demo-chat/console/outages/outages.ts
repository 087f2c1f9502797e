import type { Context, Middleware } from "koa";
import { readJsonBody, refuse, wantFromHere, wantMethod } from "../turns/requests.ts";
import type { DemoState, Outage } from "../wire.ts";
import { addressThrough, reachOf } from "./address.ts";
import { layRelay, type Relay } from "./relay.ts";

/** Everybody's exchange is out of order meanwhile. **Units** seconds. */
export const OUTAGE_SECONDS_MAX = 10;

export type OutageState = DemoState["outages"][number];

export type Outages = {
  /**
   * The address under which the exchange shall reach a store, so that it can be stopped. Where
   * that is not possible it is the given one, and `list` says why.
   */
  addressFor(store: Outage, address: string): Promise<string>;
  /**
   * Resolves when the exchange's last words have reached its stores: closing a pool of connections
   * does not wait for that, and a database that stopped before would call it a fault.
   */
  drain(): Promise<void>;
  list(): OutageState[];
  /** `POST /demo/outage`. */
  middleware: Middleware;
  /** Restores at once what is stopped. */
  end(): void;
  /** Ends the relays; their clients should be closed before. */
  close(): Promise<void>;
};

export type OutageOptions = {
  now: () => number;
  /** The process's own, which PostgreSQL's client reads beside an address. */
  environment: Readonly<Record<string, string | undefined>>;
  warn: (message: string, fields?: Record<string, unknown>) => void;
};

/** Cuts the exchange off from a store for seconds, one at a time; the store keeps its data. */
export function createOutages(options: OutageOptions): Outages {
  return new Switches(options);
}

/** A connection that says goodbye does so within milliseconds. */
const DRAIN_MAX_MS = 1_000;

const PATH = "/demo/outage";
const STORES = ["database", "redis"] as const;

type Wire = { relay: Relay } | { why: string };

class Switches implements Outages {
  readonly middleware: Middleware;
  #options: OutageOptions;
  #wires: Record<Outage, Wire> = {
    database: { why: "The database has not been reached yet." },
    redis: { why: "There is no Redis: without REDIS_URL the exchange keeps its cache in itself." },
  };
  #running: { store: Outage; relay: Relay; untilMs: number; timer: NodeJS.Timeout } | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
    this.middleware = (ctx, next) => (ctx.path === PATH ? this.#answer(ctx) : next());
  }

  async addressFor(store: Outage, address: string): Promise<string> {
    const reach = reachOf(store, address, this.#options.environment);
    if ("why" in reach) {
      this.#wires[store] = reach;
      return address;
    }
    const relay = await layRelay(reach.target, (error) =>
      this.#options.warn("A relay could not take a connection.", { store, error: error.message }),
    );
    this.#wires[store] = { relay };
    return addressThrough(address, relay.port);
  }

  drain(): Promise<void> {
    return this.#all((relay) => relay.drain(DRAIN_MAX_MS));
  }

  list(): OutageState[] {
    return STORES.map((store) => {
      const wire = this.#wires[store];
      const untilMs = this.#running?.store === store ? this.#running.untilMs : null;
      const isPossible = "relay" in wire;
      return { store, isPossible, untilMs, ...(!isPossible && { why: wire.why }) };
    });
  }

  end(): void {
    if (this.#running === undefined) return;
    clearTimeout(this.#running.timer);
    this.#running.relay.restore();
    this.#running = undefined;
  }

  async close(): Promise<void> {
    this.end();
    await this.#all((relay) => relay.close());
  }

  async #all(act: (relay: Relay) => Promise<void>): Promise<void> {
    const wires = Object.values(this.#wires);
    await Promise.all(wires.map((wire) => ("relay" in wire ? act(wire.relay) : undefined)));
  }

  /** `{ store, seconds }`; 0 seconds end what is running before its time. */
  async #answer(ctx: Context): Promise<void> {
    wantMethod(ctx, "POST");
    // An outage is everybody's, so that no stranger may begin one.
    wantFromHere(ctx, false);
    const body = await readJsonBody(ctx);
    const store = STORES.find((one) => one === body.store);
    if (store === undefined) return refuse(400, `store must be one of ${STORES.join(", ")}.`);
    const { seconds } = body;
    if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= OUTAGE_SECONDS_MAX)) {
      return refuse(400, `seconds must be a number from 0 to ${OUTAGE_SECONDS_MAX}.`);
    }
    if (seconds > 0) this.#start(store, seconds);
    else if (this.#running?.store === store) this.end();
    ctx.set("Cache-Control", "no-store");
    ctx.body = { outages: this.list() };
  }

  #start(store: Outage, seconds: number): void {
    const wire = this.#wires[store];
    if (!("relay" in wire)) refuse(409, wire.why);
    if (this.#running !== undefined) refuse(409, "One outage at a time; wait until this one ends.");
    const durationMs = seconds * 1_000;
    const timer = setTimeout(() => this.end(), durationMs);
    const { relay } = wire;
    this.#running = { store, relay, untilMs: this.#options.now() + durationMs, timer };
    relay.cut();
  }
}
