import type { DemoAgents } from "./agents.ts";
import type { ExchangeClient } from "./exchange-client.ts";
import { type Booking, ensureMarket } from "./market.ts";

/** A budget that is used up is booked again within this time. */
const LOOK_MS = 5_000;

export type Keeper = {
  bookings(): readonly Booking[];
  stop(): Promise<void>;
};

/** Keeps every advertiser of the demo booked while it runs. */
export function keepMarket(options: {
  client: ExchangeClient;
  agents: DemoAgents;
  first: readonly Booking[];
  onError: (error: unknown) => void;
}): Keeper {
  let bookings = options.first;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      bookings = await ensureMarket(options.client, options.agents);
    } catch (error) {
      if (!isStopped) options.onError(error);
    }
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = look();
    }, LOOK_MS);
    timer.unref();
  };
  schedule();
  return {
    bookings: () => bookings,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
