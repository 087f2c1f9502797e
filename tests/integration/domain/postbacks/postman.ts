import { openDatabase } from "../../../../server/src/core/db.ts";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import {
  createCourier,
  createDispatcher,
  POSTBACK_TIMES,
  type PostbackSender,
} from "../../../../server/src/domain/postbacks/index.ts";
import { createPostbackSender } from "../../../../server/src/providers/postback/sender.ts";
import type { Market } from "../../tools/market.ts";

export interface PostmanOptions {
  readonly timeoutMs?: number;
  readonly sender?: PostbackSender;
}

export type Postman = ReturnType<typeof startPostman>;

/** Dispatcher and courier on the market's clock, which act only when a test asks them to. */
export function startPostman(market: Market, options: PostmanOptions = {}) {
  const { clock } = market;
  const db = openDatabase({
    connectionString: market.databaseUrl,
    connections: 4,
    logger: silentLogger,
    role: "placard_app",
  });
  const sender =
    options.sender ??
    createPostbackSender({
      clock,
      allowedHosts: new Set(["127.0.0.1"]),
      timeoutMs: options.timeoutMs ?? 5_000,
    });
  const deps = { db, clock, ids: createIdSource(clock), logger: silentLogger };
  const courier = createCourier({ ...deps, sender, times: POSTBACK_TIMES, random: () => 0.5 });
  const queue = {
    enqueue(uuids: readonly string[]) {
      courier.wake(uuids);
    },
  };
  const dispatcher = createDispatcher({ ...deps, queue });
  return {
    db,
    courier,
    dispatcher,
    /** Tells whatever is to be told now, and waits until the attempts are recorded. */
    async run(): Promise<void> {
      await dispatcher.runOnce();
      await courier.idle();
    },
    async close(): Promise<void> {
      await courier.stop(0);
      sender.close();
      await db.close();
    },
  };
}
