import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { registeredPostbackSchema } from "../../../../server/src/contract/resources/postback.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { answerOk, answerStatus, type Receiver, startReceiver } from "../../../setup/receiver.ts";
import { HOUR_MS, type Market, MINUTE_MS, SECOND_MS, startMarket } from "../../tools/market.ts";
import { type Postman, startPostman } from "./postman.ts";

let market: Market;
let postman: Postman;
let receiver: Receiver;
let agent: TestAgent;
let postbackId: string;
beforeAll(async () => {
  market = await startMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  postman = await startPostman(market);
});
afterAll(async () => {
  await postman.close();
  await market.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
  agent = await registerAgent(market.call, "both");
  const registered = market.call("register_postback", { url: receiver.url }, agent.key);
  ({ postbackId } = await resultOf(registered, registeredPostbackSchema));
});
afterEach(async () => {
  await market.call("delete_postback", { postbackId }, agent.key);
  await receiver.close();
});

const happens = (count = 1) =>
  market.sql(
    `insert into outbox (id, type, agent_id, data)
    select gen_random_uuid(), 'wallet.credited', agent_id, '{"n": 1}'
    from postback_endpoint, generate_series(1, $2)
    where url = $1 and status <> 'deleted'`,
    [receiver.url, count],
  );

const jobs = async () =>
  Number((await market.sql("select count(*) from pgboss.job where name = 'postbacks'"))[0]?.count);

async function later(durationMs: number): Promise<void> {
  market.clock.advance(durationMs);
  await postman.run();
}

test("message and job commit together, and a sent message leaves no job", async () => {
  await happens(3);
  await postman.setJobClock();
  await postman.dispatcher.runOnce();
  const queued = await market.sql("select job_id from postback_message where status = 'queued'");
  expect(await jobs()).toBe(queued.length);
  expect(queued).toHaveLength(3);
  await postman.run();
  expect(receiver.received).toHaveLength(3);
  expect(await jobs()).toBe(0);
});

test("a failed attempt leaves one deferred job, and a replay makes that job stale", async () => {
  receiver.answerWith(answerStatus(500));
  await happens();
  await postman.run();
  await later(6 * SECOND_MS);
  expect(receiver.received).toHaveLength(2);
  expect(await jobs()).toBe(1);
  receiver.answerWith(answerOk);
  const { id: eventId } = receiver.received[0] ?? {};
  await market.call("replay_postback", { postbackId, eventId }, agent.key);
  await postman.run();
  expect(receiver.received).toHaveLength(3);
  // The job of the third attempt is due after five minutes.
  await later(6 * MINUTE_MS);
  expect(receiver.received).toHaveLength(3);
  expect(await jobs()).toBe(0);
});

test("an endpoint that is deleted leaves no attempt", async () => {
  receiver.answerWith(answerStatus(500));
  await happens();
  await postman.run();
  await market.call("delete_postback", { postbackId }, agent.key);
  await later(HOUR_MS);
  expect(receiver.received).toHaveLength(1);
  expect(await jobs()).toBe(0);
});

test("a message that commits while its endpoint is disabled becomes a dead letter", async () => {
  await happens();
  await postman.setJobClock();
  await postman.dispatcher.runOnce();
  // What disables an endpoint cannot see the messages of a transaction that is still open.
  const disable = "update postback_endpoint set status = 'disabled', disabled_reason = 'failing'";
  await market.sql(`${disable} where url = $1`, [receiver.url]);
  await postman.run();
  expect(receiver.received).toHaveLength(0);
  await market.call("test_postback", { postbackId }, agent.key);
  await market.call("replay_postback", { postbackId }, agent.key);
  await postman.run();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
    "postback.test",
    "wallet.credited",
  ]);
  expect(await jobs()).toBe(0);
});

test("a job whose message cannot be read is claimed again at once", async () => {
  await happens();
  await postman.setJobClock();
  await postman.dispatcher.runOnce();
  await market.sql("alter table postback_secret rename to postback_secret_away");
  postman.worker.wake();
  await postman.worker.idle();
  await market.sql("alter table postback_secret_away rename to postback_secret");
  await postman.run();
  expect(receiver.received).toHaveLength(1);
});

test("a backlog beyond the window waits as messages without jobs, then is sent", async () => {
  await happens(1_200);
  await postman.setJobClock();
  await postman.dispatcher.runOnce();
  expect(await jobs()).toBe(500);
  await postman.run();
  await postman.run();
  await postman.run();
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1_200);
  expect(receiver.received).toHaveLength(1_200);
});

test("a database that lost its job tables sends what was queued", async () => {
  receiver.answerWith(answerStatus(500));
  await happens();
  await postman.run();
  expect(await jobs()).toBe(1);
  await postman.close();
  await market.sql("drop schema pgboss cascade");
  receiver.answerWith(answerOk);
  postman = await startPostman(market);
  await later(6 * SECOND_MS);
  expect(receiver.received).toHaveLength(2);
});
