import { micros } from "../../server/src/contract/money.ts";
import { readEnv } from "../../server/src/core/env.ts";
import { createLogger } from "../../server/src/core/log.ts";
import { createSettlement } from "../../server/src/domain/events/index.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../server/src/domain/events/settlement.ts";
import { createExchange } from "../../server/src/main.ts";

/**
 * A server that lies: it acknowledges first and settles afterwards. The crash test runs it to prove
 * that its judge would notice.
 */
const env = readEnv(process.env);
const exchange = await createExchange({
  env,
  databaseUrl: env.DATABASE_URL ?? "",
  logger: createLogger({ level: env.LOG_LEVEL }),
  settlement(deps) {
    const honest = createSettlement(deps);
    return {
      ...honest,
      settle(events) {
        honest.settle(events).catch(() => undefined);
        return Promise.resolve(events.map(assumedResult));
      },
    };
  },
});
await exchange.listen();
process.once("SIGTERM", () => void exchange.close().then(() => process.exit(0)));

function assumedResult(event: SettlementEvent): SettlementResult {
  const units = event.isBilling && event.preset === 0 ? event.quantity : 0;
  return {
    reason: event.preset,
    isConflict: false,
    counted: units,
    charged: micros(BigInt(units) * event.facts.unitPrice),
    deliveryUuid: event.deliveryUuid,
    isVerified: event.isVerified,
    escrow: event.facts.escrow,
    status: event.facts.status,
  };
}
