import type { Foundation } from "../../core/foundation.ts";
import { insertDeliveries, type NewDelivery } from "./queries.ts";

export type DeliveryRecorder = ReturnType<typeof createDeliveryRecorder>;

const FLUSH_AFTER_MS = 200;
const BATCH_MAX = 1_000;
/** Beyond this, oldest rows are dropped: they only help reports that name no delivery. */
const WAITING_MAX = 50_000;

/** Writes deliveries in batches behind the answers; `flush` waits for those of a campaign. */
export function createDeliveryRecorder(deps: Pick<Foundation, "db" | "logger">) {
  let waiting: NewDelivery[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const writeAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      await insertDeliveries(deps.db, batch);
      waiting = waiting.slice(batch.length);
    }
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void enqueue();
    }, FLUSH_AFTER_MS);
    timer.unref();
  };
  /** Writes follow each other, so that a flush also waits for the one already running. */
  const enqueue = (): Promise<void> => {
    running = running.then(writeAll).catch((error: unknown) => {
      deps.logger.warn({ err: String(error) }, "delivery_write_delayed");
      schedule();
    });
    return running;
  };

  return {
    /** Writes later, within a second; the delivery id is proof enough until then. */
    later(delivery: NewDelivery) {
      waiting.push(delivery);
      if (waiting.length > WAITING_MAX) waiting = waiting.slice(-WAITING_MAX);
      schedule();
    },
    /** Writes before it resolves: the first delivery of a campaign. */
    now: (delivery: NewDelivery) => insertDeliveries(deps.db, [delivery]),
    /** Writes what waits for this campaign, so that a report without a delivery id finds it. */
    async flush(campaignUuid: string) {
      if (waiting.some((delivery) => delivery.campaignUuid === campaignUuid)) await enqueue();
    },
    close: () => enqueue(),
  };
}
