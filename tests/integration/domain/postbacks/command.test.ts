import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runPostbacksCommand } from "../../../../server/src/cli/postbacks.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { registeredPostbackSchema } from "../../../../server/src/contract/resources/postback.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { setUpMarket } from "../../tools/market.ts";

const market = setUpMarket();
let written: string[];
beforeAll(async () => {});
beforeEach(() => {
  written = [];
});

const run = (...words: string[]) => {
  const { db, services } = market.exchange;
  return runPostbacksCommand(words, {
    db,
    ids: services.ids,
    clock: market.clock,
    actor: "operator",
    stdout: { write: (text) => written.push(text) },
  });
};
const output = () => JSON.parse(written.join(""));

/** An endpoint with so many messages that were given up. */
async function endpointWithDead(dead: number): Promise<string> {
  const agent = await registerAgent(market.call, "both");
  const args = { url: `https://hooks.example.com/${agent.agentId}` };
  const registered = market.call("register_postback", args, agent.key);
  const { postbackId } = await resultOf(registered, registeredPostbackSchema);
  await market.sql(
    `insert into postback_message (
      endpoint_id, event_id, type, body, status, attempts, created_at
    )
    select $1, gen_random_uuid(), 'wallet.credited', '{}', 'dead', 10, now()
    from generate_series(1, $2)`,
    [uuidFromId(postbackId), dead],
  );
  return postbackId;
}

describe("postbacks list", () => {
  test("shows endpoints of everybody with what waits and what was given up", async () => {
    const postbackId = await endpointWithDead(3);
    expect(await run("list", "--json")).toBe(0);
    const shown = output().items.find(
      (one: { postbackId: string }) => one.postbackId === postbackId,
    );
    expect(shown).toMatchObject({ status: "active", dead: 3, pending: 1 });
    expect(output()).toMatchObject({ outbox: { waiting: expect.any(Number) }, dead: 3 });
    written = [];
    expect(await run("list", "--status", "active")).toBe(0);
    expect(written.join("")).toMatch(/^postback +agent +status +pending +dead/);
    expect(written.join("")).not.toContain("whsec_");
  });

  test.each([["--status", "odd"], ["--all"], ["whk_x"], ["--nonsense"]])(
    "refuses %s %s",
    async (...words) => {
      await expect(run("list", ...words)).rejects.toMatchObject({ code: "invalid_request" });
    },
  );
});

describe("postbacks redrive", () => {
  test("sends what one endpoint gave up again, and writes who asked for it", async () => {
    const [postbackId, other] = [await endpointWithDead(2), await endpointWithDead(1)];
    expect(await run("redrive", postbackId, "--json")).toBe(0);
    expect(output()).toEqual({ redriven: 2 });
    const rows = await market.sql(
      `select status
      from postback_message
      where endpoint_id = any($1) and type = 'wallet.credited'`,
      [[uuidFromId(postbackId), uuidFromId(other)]],
    );
    expect(rows.map((row) => row.status).sort()).toEqual(["dead", "waiting", "waiting"]);
    const audit = "select actor, detail from audit where subject = $1";
    expect(await market.sql(audit, [postbackId])).toEqual([
      { actor: "operator", detail: { redriven: 2 } },
    ]);
  });

  test("takes everybody's with --all", async () => {
    await endpointWithDead(2);
    await run("redrive", "--all", "--json");
    expect(output().redriven).toBeGreaterThanOrEqual(2);
    expect(await market.sql("select 1 from postback_message where status = 'dead'")).toEqual([]);
  });

  test("refuses a disabled endpoint, an unknown one, and none at all", async () => {
    const postbackId = await endpointWithDead(1);
    await market.sql(
      "update postback_endpoint set status = 'disabled', disabled_reason = 'gone' where id = $1",
      [uuidFromId(postbackId)],
    );
    const unknown = postbackId.replace("whk_01", "whk_00");
    for (const [words, code] of [
      [[postbackId], "invalid_state"],
      [[unknown], "not_found"],
      [["whk_short"], "invalid_request"],
      [[], "invalid_request"],
      [[postbackId, "--all"], "invalid_request"],
    ] as const) {
      await expect(run("redrive", ...words), words.join()).rejects.toMatchObject({ code });
    }
  });
});
