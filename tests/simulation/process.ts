import { idFromUuid, uuidV7 } from "../../server/src/contract/ids.ts";
import type { Database } from "../../server/src/core/db.ts";
import type { IdSource } from "../../server/src/core/ids.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import type { Scheduler } from "../../server/src/core/scheduler.ts";
import type { Signer } from "../../server/src/core/signing.ts";
import {
  createDeliveryRecorder,
  createFactsStore,
  type DeliveryRecorder,
  type FactsStore,
} from "../../server/src/domain/delivery/index.ts";
import {
  createEvents,
  createSettlement,
  type Events,
  type Settlement,
} from "../../server/src/domain/events/index.ts";
import { createRandom } from "../crash/random.ts";

/** So few that they are often forgotten, or taken for one another, as in a long life. */
const RECENT_IDS_BITS = 5;

type SettlementFactory = typeof createSettlement;

/** Everything of the exchange that one of its processes keeps in memory. */
export interface Process {
  readonly name: string;
  readonly ids: IdSource;
  readonly signer: Signer;
  readonly facts: FactsStore;
  readonly recorder: DeliveryRecorder;
  readonly events: Events;
  readonly settlement: Settlement;
  /** The database, its transactions named after what they are for. */
  db(label: string): Database;
}

export interface ProcessOptions {
  readonly name: string;
  readonly seed: number;
  readonly clock: { now(): Date; monotonicMs(): number };
  readonly scheduler?: Scheduler | undefined;
  readonly settlement?: SettlementFactory | undefined;
  db(label: string): Database;
}

/**
 * A signer that signs nothing: worlds forge by other means, and HMAC took a tenth of their time.
 * The delivery's uuid stands at the beginning of what is signed, and so tells signatures apart.
 */
const signer: Signer = {
  kid: 1,
  mac: (purpose, data, length) => unsigned(`${purpose} ${data}`, length),
  macs: (purpose, data, length) => [unsigned(`${purpose} ${data}`, length)],
  verify: ({ purpose, data, mac }) => unsigned(`${purpose} ${data}`, mac.length).equals(mac),
};

function unsigned(text: string, length: number): Buffer {
  const mac = Buffer.alloc(length);
  let sum = length;
  for (let index = 0; index < text.length; index += 1) {
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) >>> 0;
    mac[index % length] = (mac[index % length] ?? 0) ^ sum ^ (sum >>> 11);
  }
  return mac;
}

/** Starts the product's own batcher, settlement and reports over a given database and scheduler. */
export function startProcess(options: ProcessOptions): Process {
  const { name, clock, db, scheduler } = options;
  const ids = createSeededIds(options.seed, clock);
  const facts = createFactsStore({ db: db("facts"), clock });
  const recorder = createDeliveryRecorder({ db: db("deliveries"), logger: silentLogger });
  const settlement = (options.settlement ?? createSettlement)({
    db: db("settle"),
    ids,
    clock,
    logger: silentLogger,
    ...(scheduler === undefined ? {} : { scheduler }),
    recentIdsBits: RECENT_IDS_BITS,
    onSettled(campaignIds) {
      for (const campaignId of campaignIds) facts.forget(campaignId);
    },
  });
  const events = createEvents({ facts, recorder, settlement, clock, ids, signer });
  return { name, ids, signer, facts, recorder, events, settlement, db };
}

/** UUIDv7 ids that a seed repeats; those of one source grow like the real ones. */
export function createSeededIds(seed: number, clock: { now(): Date }): IdSource {
  const random = createRandom(seed);
  const bytes = new Uint8Array(16);
  let count = 0;
  const uuid = () => {
    count += 1;
    bytes[6] = (count >> 8) & 0x0f;
    bytes[7] = count & 0xff;
    for (let at = 8; at < bytes.length; at += 1) bytes[at] = random.between(0, 255);
    return uuidV7(clock.now().getTime(), bytes);
  };
  return { uuid, id: (prefix) => idFromUuid(prefix, uuid()) };
}
