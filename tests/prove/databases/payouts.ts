import { setTimeout as sleep } from "node:timers/promises";
import { runReconcileCommand } from "../../../server/src/cli/purchases.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { type Database, openDatabase } from "../../../server/src/core/db.ts";
import { createIdSource } from "../../../server/src/core/ids.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createBtcpayCashout } from "../../../server/src/providers/cashout/btcpay.ts";
import { createSandboxCheckout } from "../../../server/src/providers/checkout/sandbox.ts";
import { callTool } from "../../bench/support/market.ts";
import {
  API_KEY,
  type BtcpayServer,
  STORE_ID,
} from "../../integration/domain/cashout/btcpay-server.ts";
import { giveEarned } from "../../integration/domain/cashout/rig.ts";

const CASHOUT_CREDITS = 500;
const REPEAT_MS = 1_000;
const CASHOUTS_MAX = 1_000;

/** The settings of an exchange that pays through this server. */
export function liveSettings({ url }: BtcpayServer): Readonly<Record<string, string>> {
  return {
    DEMO: "0",
    DEMO_PUBLIC: "0",
    CHECKOUT_PROVIDER: "stripe",
    STRIPE_SECRET_KEY: "sk_test_unused",
    STRIPE_WEBHOOK_SECRET: "whsec_unused",
    CASHOUT_PROVIDER: "btcpay",
    BTCPAY_URL: url,
    BTCPAY_API_KEY: API_KEY,
    BTCPAY_STORE_ID: STORE_ID,
    CASHOUT_NEW_ADDRESS_HOURS: "0",
    REVIEW_POLICY: "auto",
  };
}

export function openAsExchange(connectionString: string): Database {
  const login = { connectionString, logger: silentLogger, role: "placard_app" };
  return openDatabase({ ...login, connections: 2 });
}

export interface Publisher {
  readonly agentId: string;
  readonly key: string;
}

/** A publisher that has earned enough for some cashouts. */
export async function registerEarner(
  baseUrl: string,
  db: Database,
  cashouts = 4,
): Promise<Publisher> {
  const args = { provider: "Cashouts", displayName: "A publisher", role: "publisher" };
  const { agentId, apiKey } = Object(await callTool({ baseUrl }, "register", args));
  const deps = { ids: createIdSource(systemClock), now: new Date() };
  await db.tx((tx) => giveEarned(tx, String(agentId), cashouts * CASHOUT_CREDITS, deps));
  return { agentId: String(agentId), key: String(apiKey) };
}

export async function requestCashout(
  baseUrl: string,
  { key }: Publisher,
  more: { idempotencyKey?: string } = {},
): Promise<string> {
  const btcAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const args = { amountCredits: CASHOUT_CREDITS, btcAddress, ...more };
  return String(Object(await callTool({ baseUrl, key }, "request_cashout", args)).cashoutId);
}

/** `operator reconcile` against the payouts of this server; nothing was bought. */
export async function reconcile(db: Database, btcpay: BtcpayServer, words: string[]) {
  let text = "";
  const code = await runReconcileCommand(words, {
    ...{ db, ids: createIdSource(systemClock), clock: systemClock, actor: "proof" },
    stdout: { write: (part) => (text += part) },
    providers: async () => ({
      checkout: createSandboxCheckout("http://127.0.0.1"),
      cashout: createBtcpayCashout({ url: btcpay.url, apiKey: API_KEY, storeId: STORE_ID }),
      seasoningDays: 0,
    }),
  });
  return { code, text };
}

/** How many payouts of the provider are the second of their cashout. */
export function doubledPayouts({ payouts }: BtcpayServer): number {
  const paid = payouts.filter(({ state }) => state !== "Cancelled");
  return paid.length - new Set(paid.map(({ metadata }) => String(metadata.cashoutId))).size;
}

/** A publisher that cashes out again and again, through all that happens, until `stop`. */
export async function startCashouts(options: {
  readonly baseUrl: string;
  readonly btcpay: BtcpayServer;
  readonly db: Database;
}) {
  const { baseUrl, btcpay, db } = options;
  const publisher = await registerEarner(baseUrl, db, CASHOUTS_MAX);
  const requested: string[] = [];
  let isStopping = false;
  const loop = async () => {
    // While the last one is under way, and while the exchange is away, the next is refused.
    for (let index = 0; !isStopping; await sleep(REPEAT_MS)) {
      btcpay.pay();
      const idempotencyKey = `cashout-${index}-of-the-proof`;
      const id = await requestCashout(baseUrl, publisher, { idempotencyKey }).catch(() => null);
      if (id === null) continue;
      requested.push(id);
      index += 1;
    }
  };
  const done = loop();
  return {
    /** The ids of the acknowledged cashouts. */
    async stop(): Promise<readonly string[]> {
      isStopping = true;
      await done;
      return requested;
    },
  };
}
