import { afterEach, describe, expect, test } from "vitest";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import type { CashoutProvider } from "../../server/src/domain/cashout/index.ts";
import { createSandboxCashout } from "../../server/src/providers/cashout/sandbox.ts";
import { round, startRig } from "../integration/domain/cashout/rig.ts";
import { setUp } from "../setup/shared.ts";

const MINUTE_MS = 60_000;

const rig = setUp(startRig);
// Each test's publisher has an address of its own.
afterEach(() => rig.sql("update cashout set address = id::text"));

/** Announces a payment, and loses the first answer on its way back. */
function losingProvider() {
  const paid: string[] = [];
  const network = { isDown: false };
  let announced: string | undefined;
  const provider: CashoutProvider = {
    ...createSandboxCashout(),
    async submit({ cashoutId }) {
      announced = `lost_${cashoutId}`;
      network.isDown = true;
      throw new Error("The connection was reset.");
    },
    async release({ cashoutId }) {
      paid.push(cashoutId);
    },
    async find({ cashoutId }) {
      if (network.isDown) throw new Error("The connection was reset.");
      if (announced === undefined) return { status: "absent" };
      const status = paid.includes(cashoutId) ? "completed" : "unreleased";
      return { status, providerId: announced };
    },
  };
  return { provider, paid, network };
}

const STANDINGS: readonly [what: string, stop: string, restore: string][] = [
  [
    "suspended",
    "update agent set status = 'suspended' where id = $1",
    "update agent set status = 'active' where id = $1",
  ],
  [
    "frozen",
    `insert into recon_finding (
       id, check_name, subject, recorded, computed, difference, agent_ids, found_at, seen_at
     )
     values (
       gen_random_uuid(), 'test', $1::uuid::text, '1', '0', '1', array[$1::uuid], now(), now()
     )`,
    `update recon_finding set cleared_at = now(), cleared_by = 'test'
     where $1::uuid = any (agent_ids)`,
  ],
];

describe("a payment whose answer was lost and found again", () => {
  test.each(STANDINGS)("is not released to a %s agent", async (_what, stop, restore) => {
    const { provider, paid, network } = losingProvider();
    const cashouts = rig.cashouts(provider);
    const agentId = await rig.publisher();
    const { cashoutId } = await rig.request(agentId, cashouts);
    await round(cashouts);
    expect((await rig.read(cashoutId)).status).toBe("unknown");
    network.isDown = false;
    await rig.sql(stop, [uuidFromId(agentId)]);
    rig.clock.advance(2 * MINUTE_MS);
    await round(cashouts);
    expect(paid).toEqual([]);
    expect(await rig.read(cashoutId)).toMatchObject({ status: "unknown" });
    await rig.sql(restore, [uuidFromId(agentId)]);
    rig.clock.advance(2 * MINUTE_MS);
    await round(cashouts);
    await round(cashouts);
    expect(paid).toEqual([cashoutId]);
    expect((await rig.read(cashoutId)).status).toBe("completed");
  });
});
