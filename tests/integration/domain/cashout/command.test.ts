import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCashoutsCommand } from "../../../../server/src/cli/cashouts.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { createSandboxCashout } from "../../../../server/src/providers/cashout/sandbox.ts";
import { type Rig, round, startRig } from "./rig.ts";

const HOUR_MS = 3_600_000;
const session = { provider: createSandboxCashout(), newAddressMs: 24 * HOUR_MS };

let rig: Rig;
let written: string[];
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  written = [];
  await rig.sql("update cashout set address = id::text");
});

const run = (...words: string[]) =>
  runCashoutsCommand(words, {
    db: rig.db,
    ids: rig.ids,
    clock: rig.clock,
    actor: "operator",
    stdout: { write: (text) => written.push(text) },
  });
const audits = (cashoutId: string) =>
  rig.sql("select actor, action, detail from audit where subject = $1", [cashoutId]);

async function shared() {
  const first = await rig.request(await rig.publisher(), session);
  const second = await rig.request(await rig.publisher(), session);
  return { first, second };
}

describe("cashouts list", () => {
  test("says of each open one what holds it", async () => {
    const { first } = await shared();
    await run("list", "--json");
    const { items } = JSON.parse(written.join(""));
    const shown = items.find((one: { cashoutId: string }) => one.cashoutId === first.cashoutId);
    expect(shown).toMatchObject({
      agentId: first.agentId,
      status: "requested",
      heldBy: "address used by several agents",
    });
    expect(await run("list")).toBe(0);
    expect(written.at(-1)).toMatch(/^cashout +agent +status +credits/);
    expect(written.at(-1)).toContain(first.cashoutId);
  });

  test("names a suspended agent and a wait before anything else", async () => {
    const waiting = await rig.request(await rig.publisher(), session);
    const frozen = await rig.request(await rig.publisher(), session, {
      btcAddress: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    });
    await rig.sql("update agent set status = 'suspended' where id = $1", [
      uuidFromId(frozen.agentId),
    ]);
    await run("list", "--status", "requested", "--json");
    const { items } = JSON.parse(written.join(""));
    const heldBy = (id: string) =>
      items.find((one: { cashoutId: string }) => one.cashoutId === id).heldBy;
    expect(heldBy(waiting.cashoutId)).toMatch(/^new address, until /);
    expect(heldBy(frozen.cashoutId)).toBe("agent suspended");
  });
});

describe("cashouts approve", () => {
  test("lets a held one go, with an audit row", async () => {
    const { first } = await shared();
    expect(await run("approve", first.cashoutId, "--yes")).toBe(0);
    expect(await audits(first.cashoutId)).toEqual([
      {
        actor: "operator",
        action: "cashouts.approve",
        detail: { agentId: first.agentId, amountCredits: 500 },
      },
    ]);
    await round(rig.cashouts(session.provider));
    expect((await rig.read(first.cashoutId)).status).toBe("completed");
  });

  test("of one that is over is refused and leaves no audit row", async () => {
    const { first } = await shared();
    await run("reject", first.cashoutId, "--reason", "No.", "--yes");
    await expect(run("approve", first.cashoutId, "--yes")).rejects.toMatchObject({
      code: "invalid_state",
    });
    expect(await audits(first.cashoutId)).toHaveLength(1);
  });
});

describe("cashouts reject", () => {
  test("returns the credits and tells the publisher why", async () => {
    const { first } = await shared();
    const words = ["reject", first.cashoutId, "--reason", "Shared wallet.", "--yes", "--json"];
    expect(await run(...words)).toBe(0);
    expect(JSON.parse(written.join(""))).toMatchObject({
      cashoutId: first.cashoutId,
      status: "rejected",
      reason: "Shared wallet.",
    });
    expect(await rig.balances(first.agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
    expect(await audits(first.cashoutId)).toMatchObject([{ detail: { reason: "Shared wallet." } }]);
  });
});

describe("a wrong call", () => {
  test("without --yes moves nothing", async () => {
    const { first } = await shared();
    await expect(run("approve", first.cashoutId)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("--yes"),
    });
    const reject = run("reject", first.cashoutId, "--reason", "No.");
    await expect(reject).rejects.toMatchObject({ code: "invalid_request" });
    expect((await rig.read(first.cashoutId)).status).toBe("requested");
    expect(await audits(first.cashoutId)).toEqual([]);
  });

  test.each([
    [[]],
    [["pay"]],
    [["approve", "--yes"]],
    [["approve", "csh_short", "--yes"]],
    [["reject", "csh_01k9zq3v5te7kbn8w2r4c6d8fg", "--yes"]],
    [["approve", "csh_01k9zq3v5te7kbn8w2r4c6d8fg", "--reason", "Fine.", "--yes"]],
    [["list", "--status", "paid"]],
    [["list", "--force"]],
  ])("%j is explained", async (words) => {
    await expect(run(...words)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("about a cashout that does not exist says so", async () => {
    const id = "csh_01k9zq3v5te7kbn8w2r4c6d8fg";
    await expect(run("approve", id, "--yes")).rejects.toMatchObject({ code: "not_found" });
  });
});
