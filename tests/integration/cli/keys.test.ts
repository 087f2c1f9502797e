import { describe, expect, test } from "vitest";
import { runKeysCommand } from "../../../server/src/cli/keys.ts";
import { idFromUuid, uuidFromId } from "../../../server/src/contract/ids.ts";
import { isWellFormedKey } from "../../../server/src/domain/identity/index.ts";
import { registerAgent, type TestAgent } from "../../setup/agents.ts";
import { HOUR_MS, NOBODY, setUpMarket } from "../tools/market.ts";

const market = setUpMarket();

async function run(...words: string[]): Promise<string> {
  const { db, ids, clock } = market.exchange.services;
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  expect(await runKeysCommand(words, { db, ids, clock, actor: "ada", stdout })).toBe(0);
  return text;
}
const agent = () => registerAgent(market.call, "both");
const prefixOf = (key: string) => key.slice(0, 12);
const codeOf = async (key: string) => {
  const { body } = await market.call("whoami", {}, key);
  return Object(Object(body).error).code ?? "works";
};
/** The clock stands still between two looks, so only the news can end what is remembered. */
const untilRevoked = (key: string) =>
  expect.poll(() => codeOf(key), { interval: 5, timeout: 1_000 }).toBe("revoked_key");
const audits = ({ agentId }: TestAgent) =>
  market.sql("select actor, action, detail from audit where subject = $1 order by id", [agentId]);

describe("operator keys issue", () => {
  test("gives an agent another key, shown once, while the one it has works on", async () => {
    const owner = await agent();
    const text = await run("issue", owner.agentId);
    const [key = "", ...lines] = text.trimEnd().split("\n");
    expect(isWellFormedKey(key)).toBe(true);
    expect(lines).toEqual([`The new key of ${owner.agentId}. It is shown only once.`]);
    expect([await codeOf(key), await codeOf(owner.key)]).toEqual(["works", "works"]);
    expect(await audits(owner)).toEqual([
      { actor: "ada", action: "keys.issue", detail: { prefix: prefixOf(key), ended: [] } },
    ]);
  });

  test("ends the oldest of three", async () => {
    const owner = await agent();
    market.clock.advance(1);
    const second = JSON.parse(await run("issue", owner.agentId, "--json"));
    market.clock.advance(1);
    const third = JSON.parse(await run("issue", owner.agentId, "--json"));
    expect(third).toMatchObject({
      agentId: owner.agentId,
      key: { prefix: prefixOf(third.apiKey) },
      ended: [{ prefix: prefixOf(owner.key) }],
    });
    await untilRevoked(owner.key);
    expect([await codeOf(second.apiKey), await codeOf(third.apiKey)]).toEqual(["works", "works"]);
  });

  test("is refused for an agent that is not there, or is closed", async () => {
    await expect(run("issue", `agt_${NOBODY}`)).rejects.toMatchObject({ code: "not_found" });
    const owner = await agent();
    await market.sql("update agent set status = 'closed' where id = $1", [
      uuidFromId(owner.agentId),
    ]);
    await expect(run("issue", owner.agentId)).rejects.toMatchObject({ code: "invalid_state" });
    expect(await audits(owner)).toEqual([]);
  });
});

describe("operator keys revoke", () => {
  test("ends the key with a prefix, at once, and leaves the agent's others", async () => {
    const owner = await agent();
    const { apiKey } = JSON.parse(await run("issue", owner.agentId, "--json"));
    expect(await codeOf(owner.key)).toBe("works");
    const text = await run("revoke", prefixOf(owner.key), "--reason", "Seen in a log.");
    expect(text).toBe(`${prefixOf(owner.key)}... of ${owner.agentId} is revoked\n`);
    await untilRevoked(owner.key);
    expect(await codeOf(apiKey)).toBe("works");
    expect((await audits(owner)).at(-1)).toEqual({
      actor: "ada",
      action: "keys.revoke",
      detail: { prefixes: [prefixOf(owner.key)], reason: "Seen in a log." },
    });
  });

  test("ends every key of an agent, also one in its grace", async () => {
    const owner = await agent();
    const { body } = await market.call("rotate_key", {}, owner.key);
    const { items } = JSON.parse(await run("revoke", "--agent", owner.agentId, "--json"));
    expect(items).toHaveLength(2);
    await untilRevoked(owner.key);
    await untilRevoked(Object(body).apiKey);
    await expect(run("revoke", "--agent", owner.agentId)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("asks for the agent where keys of two begin alike", async () => {
    const [one, two] = [await agent(), await agent()];
    const shared = "rk_live_Same";
    await market.sql("update api_key set prefix = $1 where agent_id = any($2::uuid[])", [
      shared,
      [uuidFromId(one.agentId), uuidFromId(two.agentId)],
    ]);
    await expect(run("revoke", shared)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining([one.agentId, two.agentId].sort().join(", ")),
    });
    await run("revoke", shared, "--agent", two.agentId);
    await untilRevoked(two.key);
    expect(await codeOf(one.key)).toBe("works");
  });

  test("never repeats a whole key that was given by mistake", async () => {
    const owner = await agent();
    const refusal = run("revoke", owner.key);
    await expect(refusal).rejects.toMatchObject({ code: "invalid_request" });
    await expect(refusal).rejects.not.toThrow(owner.key);
    expect(await codeOf(owner.key)).toBe("works");
  });
});

describe("operator keys list", () => {
  test("shows what works, what ends and what has ended, newest first, and no key", async () => {
    const owner = await agent();
    const { body: second } = await market.call("rotate_key", { graceHours: 0 }, owner.key);
    const { body: third } = await market.call("rotate_key", {}, Object(second).apiKey);
    const keys = [Object(third).apiKey, Object(second).apiKey, owner.key].map(String);
    const text = await run("list", owner.agentId, "--json");
    const { items } = JSON.parse(text);
    expect(items.map(({ prefix, status }: Record<string, string>) => [prefix, status])).toEqual(
      ["live", "ending", "ended"].map((status, index) => [prefixOf(keys[index] ?? ""), status]),
    );
    expect(new Date(items[1].endsAt).getTime() - market.clock.now().getTime()).toBe(24 * HOUR_MS);
    const table = await run("list", owner.agentId);
    expect(table.trimEnd().split("\n")).toHaveLength(4);
    for (const key of keys) expect(text + table).not.toContain(key);
  });

  test("tells an agent without a key from none", async () => {
    const owner = await agent();
    await market.sql("delete from api_key where agent_id = $1", [uuidFromId(owner.agentId)]);
    expect(await run("list", owner.agentId)).toBe("No keys.\n");
    await expect(run("list", `agt_${NOBODY}`)).rejects.toMatchObject({ code: "not_found" });
  });
});

test.each([
  ["nothing", []],
  ["an unknown word", ["rotate", idFromUuid("agt", "00000000-0000-7000-8000-000000000000")]],
  ["an issue for nobody", ["issue"]],
  ["an issue for what is no agent", ["issue", "ada"]],
  ["an issue with a reason", ["issue", `agt_${NOBODY}`, "--reason", "x"]],
  ["a revocation of nothing", ["revoke"]],
  ["a revocation of two", ["revoke", "rk_live_aaaa", "rk_live_bbbb"]],
  ["an unknown option", ["list", `agt_${NOBODY}`, "--all"]],
])("operator keys with %s says how it is called", async (_case, words) => {
  await expect(run(...words)).rejects.toMatchObject({
    code: "invalid_request",
    options: { suggestion: expect.stringContaining("keys revoke [PREFIX]") },
  });
});
