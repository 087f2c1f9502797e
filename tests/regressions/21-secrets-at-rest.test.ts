import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { registeredPostbackSchema } from "../../server/src/contract/resources/postback.ts";
import { createSecretBox, parseSigningKeys } from "../../server/src/core/signing.ts";
import { resealSecrets, SECRETS_PURPOSE } from "../../server/src/domain/postbacks/index.ts";
import { startPostman } from "../integration/domain/postbacks/postman.ts";
import { type Market, startMarket } from "../integration/tools/market.ts";
import { registerAgent, resultOf } from "../setup/agents.ts";
import { isVerified, type Receiver, startReceiver } from "../setup/receiver.ts";

const key = (kid: number) => `${kid}:${randomBytes(32).toString("base64url")}`;
const [OLD, NEW] = [key(1), key(2)];
const boxOf = (text: string) => createSecretBox(parseSigningKeys(text), SECRETS_PURPOSE);

let market: Market;
let receiver: Receiver;
beforeAll(async () => {
  const env = { SIGNING_KEYS: OLD, POSTBACK_ALLOW_HOSTS: "127.0.0.1" };
  market = await startMarket({ env });
});
afterAll(() => market.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

async function register() {
  const agent = await registerAgent(market.call, "both");
  const registered = market.call("register_postback", { url: receiver.url }, agent.key);
  return resultOf(registered, registeredPostbackSchema);
}

const sealedOf = async (postbackId: string) => {
  const text = "select encode(sealed, 'hex') as sealed from postback_secret where endpoint_id = $1";
  const rows = await market.sql(text, [uuidFromId(postbackId)]);
  return rows.map((row) => Buffer.from(String(row.sealed), "hex"));
};

/** Sends one message by a worker with these keys, and returns what arrived. */
async function sendWith(keys: string, postbackId: string) {
  await market.sql(
    `insert into outbox (id, type, agent_id, data)
    select gen_random_uuid(), 'wallet.credited', agent_id, '{}'
    from postback_endpoint where id = $1`,
    [uuidFromId(postbackId)],
  );
  const postman = await startPostman(market, { secrets: boxOf(keys) });
  await postman.run();
  await postman.close();
  return receiver.received.splice(0);
}

test("no secret is in the database as it is", async () => {
  const { postbackId, secret } = await register();
  const plain = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const [sealed = Buffer.alloc(0)] = await sealedOf(postbackId);
  expect(sealed.includes(plain.subarray(0, 8))).toBe(false);
  const tables = await market.sql(
    "select relname from pg_class where relname like 'postback%' and relkind = 'r'",
  );
  for (const { relname } of tables) {
    const rows = await market.sql(`select t::text as row from ${relname} t`);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(plain.toString("hex"));
    expect(text).not.toContain(plain.toString("base64").slice(0, 20));
  }
  expect(boxOf(OLD).open(sealed, uuidFromId(postbackId))).toEqual(plain);
});

test("a sealed secret opens for no other endpoint or key, and not when changed", async () => {
  const { postbackId } = await register();
  const [sealed = Buffer.alloc(0)] = await sealedOf(postbackId);
  const context = uuidFromId(postbackId);
  expect(() => boxOf(OLD).open(sealed, uuidFromId(`whk_${"0".repeat(26)}`))).toThrow();
  expect(() => boxOf(NEW).open(sealed, context)).toThrow(/SIGNING_KEYS/);
  for (let at = 1; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => boxOf(OLD).open(changed, context)).toThrow();
  }
});

test("after a rotation of SIGNING_KEYS all messages verify, also without the old key", async () => {
  const { postbackId, secret } = await register();
  const [before] = await sendWith(`${NEW},${OLD}`, postbackId);
  expect(before !== undefined && isVerified(before, secret)).toBe(true);
  const { db, logger } = market.exchange;
  await resealSecrets(db, { secrets: boxOf(`${NEW},${OLD}`), logger });
  expect((await sealedOf(postbackId)).map((sealed) => sealed[0])).toEqual([2]);
  const [after] = await sendWith(NEW, postbackId);
  expect(after !== undefined && isVerified(after, secret)).toBe(true);
});

test("a key that was removed too early fails the attempt and sends nothing unsigned", async () => {
  const { postbackId } = await register();
  const [row] = await market.sql("select max(id) as id from postback_secret");
  const stray = boxOf(key(9)).seal(randomBytes(32), uuidFromId(postbackId));
  await market.sql("update postback_secret set sealed = $2 where id = $1", [row?.id, stray]);
  expect(await sendWith(NEW, postbackId)).toEqual([]);
  const text = "select status, attempts from postback_message where endpoint_id = $1";
  expect(await market.sql(text, [uuidFromId(postbackId)])).toEqual([
    { status: "queued", attempts: 1 },
  ]);
});
