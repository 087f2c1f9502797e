import { ExchangeError } from "../../../server/src/contract/errors.ts";
import type { Database } from "../../../server/src/core/db.ts";
import { createSettlement } from "../../../server/src/domain/events/index.ts";
import { serve } from "./serve.ts";

/**
 * A server that repeats wrongly: whenever an answer of the database was lost, it settles the same
 * events once more under new ids. The crash test runs it to prove that its judge would notice.
 */
await serve((deps) => {
  let lost = 0;
  const db = watched(deps.db, () => {
    lost += 1;
  });
  const honest = createSettlement({ ...deps, db });
  return {
    ...honest,
    async settle(events) {
      const lostBefore = lost;
      const results = await honest.settle(events);
      if (lost === lostBefore) return results;
      return honest.settle(events.map((event) => ({ ...event, uuid: deps.ids.uuid() })));
    },
  };
});

function watched(db: Database, onLost: () => void): Database {
  const watch = (error: unknown) => {
    if (error instanceof ExchangeError && error.code === "unavailable") onLost();
    throw error;
  };
  return {
    ...db,
    query: (statement, values) => db.query<never>(statement, values).catch(watch),
    tx: (run) => db.tx(run).catch(watch),
    lane: (...options) => watched(db.lane(...options), onLost),
  };
}
