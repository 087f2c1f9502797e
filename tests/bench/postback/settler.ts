import { setTimeout as sleep } from "node:timers/promises";
import { idFromUuid } from "../../../server/src/contract/ids.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createSigner, parseSigningKeys } from "../../../server/src/core/signing.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { createSettlement } from "../../../server/src/domain/events/index.ts";
import {
  createVerifiedDeliveries,
  prepareEvent,
} from "../../../server/src/domain/events/prepare.ts";
import type { SettlementEvent } from "../../../server/src/domain/events/settlement-event.ts";
import { SIGNING_KEYS } from "../support/exchange-process.ts";
import { ids, mintDelivery } from "../support/market.ts";

/** Clicks at a steady pace, or as much of everyday traffic as fits. */
export interface SettleOrder {
  readonly databaseUrl: string;
  readonly campaigns: readonly CampaignFacts[];
  readonly durationMs: number;
  readonly load:
    | { readonly kind: "clicks"; readonly perSecond: number }
    | { readonly kind: "traffic"; readonly clicksPerThousand: number };
}

export interface SettleResult {
  readonly eventsPerSecond: number;
  /** When each click was committed. **Units** ms since 1970. */
  readonly committedAtMs: ReadonlyMap<string, number>;
}

/** Settles as an exchange does, in a process of its own; the way there is another benchmark's. */
process.on("message", (order: SettleOrder) => {
  void run(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

type Template = (type: "click" | "impression") => SettlementEvent;

async function run(order: SettleOrder): Promise<SettleResult> {
  const db = openDatabase({
    connectionString: order.databaseUrl,
    connections: 2,
    logger: silentLogger,
    role: "placard_app",
  });
  const settlement = createSettlement({ db, ids, clock: systemClock, logger: silentLogger });
  const makers = order.campaigns.map(makerOf);
  const committedAtMs = new Map<string, number>();
  const settle = async (events: readonly SettlementEvent[]) => {
    const results = await settlement.settle(events);
    const nowMs = performance.timeOrigin + performance.now();
    if (results.some((result) => result.counted !== 1)) throw new Error("An event was not taken.");
    for (const { kind, uuid } of events) {
      if (kind === CLICK) committedAtMs.set(idFromUuid("evt", uuid), nowMs);
    }
  };
  try {
    const startedMs = performance.now();
    const { load } = order;
    const count =
      load.kind === "clicks"
        ? await steadily(order, load.perSecond, (index) => settle([at(makers, index)("click")]))
        : await asFastAsPossible(order, (group) =>
            settle(groupOf(makers, group, load.clicksPerThousand)),
          );
    return { eventsPerSecond: (count * 1_000) / (performance.now() - startedMs), committedAtMs };
  } finally {
    await settlement.drain();
    await db.close();
  }
}

const CLICK = 2;
const GROUP = 1_000;
const GROUPS_AT_ONCE = 8;
const STEP_MS = 5;

async function steadily(
  { durationMs }: SettleOrder,
  perSecond: number,
  settleOne: (index: number) => Promise<void>,
): Promise<number> {
  const startedMs = performance.now();
  const under: Promise<void>[] = [];
  for (;;) {
    const passedMs = performance.now() - startedMs;
    const due = Math.floor((Math.min(passedMs, durationMs) * perSecond) / 1_000);
    while (under.length < due) under.push(settleOne(under.length));
    if (passedMs >= durationMs) break;
    await sleep(STEP_MS);
  }
  await Promise.all(under);
  return under.length;
}

async function asFastAsPossible(
  { durationMs }: SettleOrder,
  settleGroup: (group: number) => Promise<void>,
): Promise<number> {
  const startedMs = performance.now();
  let groups = 0;
  const loop = async () => {
    while (performance.now() - startedMs < durationMs) {
      const group = groups;
      groups += 1;
      await settleGroup(group);
    }
  };
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, loop));
  return groups * GROUP;
}

/** A thousand events, as one request carries, over campaigns in turn. */
function groupOf(
  makers: readonly Template[],
  group: number,
  clicksPerThousand: number,
): SettlementEvent[] {
  return Array.from({ length: GROUP }, (_, index) => {
    const make = at(makers, group * GROUP + index);
    return make(index < clicksPerThousand ? "click" : "impression");
  });
}

function at(makers: readonly Template[], index: number): Template {
  const maker = makers[index % makers.length];
  if (maker === undefined) throw new RangeError("No campaign.");
  return maker;
}

const VIEWS_PER_DELIVERY = 100;

function makerOf(facts: CampaignFacts): Template {
  const call = {
    agentId: facts.publisherId,
    now: systemClock.now(),
    deps: { ids, signer: createSigner(parseSigningKeys(SIGNING_KEYS)) },
    verified: createVerifiedDeliveries(),
  };
  const { campaignId } = facts;
  const prepared = (type: "click" | "impression") =>
    prepareEvent({ type, campaignId, deliveryId: mintDelivery(facts) }, facts, call);
  const templates = { click: prepared("click"), impression: prepared("impression") };
  let made = 0;
  let deliveryUuid = "";
  return (type) => {
    if (made % VIEWS_PER_DELIVERY === 0) deliveryUuid = ids.uuid();
    made += 1;
    const isClick = type === "click";
    // A delivery serves one click.
    return {
      ...templates[type],
      uuid: ids.uuid(),
      deliveryUuid: isClick ? ids.uuid() : deliveryUuid,
    };
  };
}
