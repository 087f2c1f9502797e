import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import {
  postbackSchema,
  registeredPostbackSchema,
} from "../../../../server/src/contract/resources/postback.ts";
import { findPostbackLog } from "../../../../server/src/domain/postbacks/index.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import {
  answerOk,
  answerStatus,
  isVerified,
  type Received,
  type Receiver,
  startReceiver,
} from "../../../setup/receiver.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  type Market,
  MINUTE_MS,
  SECOND_MS,
  startMarket,
} from "../../tools/market.ts";
import { type Postman, startPostman } from "./postman.ts";

let market: Market;
let postman: Postman;
let receiver: Receiver;
let agent: TestAgent;
beforeAll(async () => {
  market = await startMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  postman = await startPostman(market, { timeoutMs: 500 });
});
afterAll(async () => {
  await postman.close();
  await market.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
  agent = await registerAgent(market.call, "both");
});
afterEach(async () => {
  await market.sql("update postback_endpoint set status = 'deleted', disabled_reason = null");
  await receiver.close();
});

const register = (fields: object = {}) =>
  resultOf(
    market.call("register_postback", { url: receiver.url, ...fields }, agent.key),
    registeredPostbackSchema,
  );

/** Something to tell, without the cost of making it happen. */
const happens = (type = "wallet.credited", count = 1) =>
  market.sql(
    `insert into outbox (id, type, agent_id, data)
    select gen_random_uuid(), $2, agent_id, '{"n": 1}'
    from postback_endpoint, generate_series(1, $3)
    where id = (select id from postback_endpoint where url = $1 and status <> 'deleted' limit 1)`,
    [receiver.url, type, count],
  );

async function status() {
  const answer = market.call("list_postbacks", {}, agent.key);
  const { items } = await resultOf(answer, listOf(postbackSchema));
  const [first] = items;
  if (first === undefined) throw new Error("It is not listed.");
  return first;
}

const attempts = () =>
  market.sql("select status, attempt, http_status from postback_attempt order by created_at, id");

/** Whether the foreign library accepts the message at this moment of the market's clock. */
function isAccepted(received: Received, secret: string): boolean {
  vi.useFakeTimers({ toFake: ["Date"], now: market.clock.now() });
  try {
    return isVerified(received, secret);
  } finally {
    vi.useRealTimers();
  }
}

/** Moves the clock up to the next attempt of the schedule and lets it happen. */
async function later(durationMs: number): Promise<void> {
  market.clock.advance(durationMs);
  await postman.run();
}

/** What pg-boss does by itself every few seconds. */
async function expire(): Promise<void> {
  await postman.setJobClock();
  await postman.boss.supervise("postbacks");
  const waiting =
    "select 1 from pgboss.job where name = 'postbacks-expired' and state < 'completed'";
  await expect.poll(() => market.sql(waiting), { timeout: 10_000 }).toEqual([]);
}

const SCHEDULE = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

describe("a message", () => {
  test("is sent ten times on its schedule with the same id and bytes, then given up", async () => {
    const { postbackId, secret } = await register();
    receiver.answerWith(answerStatus(500));
    await happens();
    await postman.run();
    for (const [index, delayMs] of SCHEDULE.entries()) {
      expect(receiver.received).toHaveLength(index + 1);
      await later(delayMs - 1);
      expect(receiver.received, `attempt ${index + 2} came too early`).toHaveLength(index + 1);
      await later(1);
    }
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1);
    expect(new Set(receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
    // Signed anew for each attempt: the library refuses a time that is not now.
    expect(isAccepted(requireAt(receiver.received, 9), secret)).toBe(true);
    expect(isAccepted(requireAt(receiver.received, 8), secret)).toBe(false);
    expect(await status()).toMatchObject({ dead: 1, pending: 0 });
    await later(7 * DAY_MS);
    expect(receiver.received).toHaveLength(10);

    receiver.answerWith(answerOk);
    const replayed = await market.call("replay_postback", { postbackId }, agent.key);
    expect(replayed.body).toEqual({ postbackId, replayed: 1, remaining: 0 });
    await postman.run();
    expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1);
    expect(await status()).toMatchObject({ dead: 0, pending: 0 });
  });

  test("that was delivered is not sent again, unless it is asked for by its id", async () => {
    const { postbackId } = await register();
    await happens();
    await postman.run();
    await later(DAY_MS);
    expect(receiver.received).toHaveLength(1);
    const eventId = requireAt(receiver.received, 0).id;
    await market.call("replay_postback", { postbackId, eventId }, agent.key);
    await postman.run();
    expect(receiver.received.map((one) => one.id)).toEqual([eventId, eventId]);
  });

  test("whose worker died during its attempt is sent again when the lease ends", async () => {
    await register();
    await happens();
    // Claimed and sent, and then its worker is killed.
    await postman.setJobClock();
    await postman.dispatcher.runOnce();
    const [job] = await postman.boss.fetch("postbacks");
    expect(job).toBeDefined();
    await later(39 * SECOND_MS);
    await expire();
    expect(receiver.received).toHaveLength(0);
    await later(2 * SECOND_MS);
    await expire();
    await later(SECOND_MS);
    expect(receiver.received).toHaveLength(1);
    expect((await attempts()).at(-1)).toMatchObject({ status: "success", attempt: 2 });
  });
});

describe("a receiver", () => {
  test("that redirects is not followed", async () => {
    const other = await startReceiver();
    await register();
    receiver.answerWith(answerStatus(302, { location: other.url }));
    await happens();
    await postman.run();
    expect(other.received).toEqual([]);
    expect((await attempts()).at(-1)).toMatchObject({ status: "failed", http_status: 302 });
    await other.close();
  });

  test("that answers 410 is disabled at once, and what waits for it is given up", async () => {
    const { postbackId } = await register();
    receiver.answerWith(answerStatus(410));
    await happens("wallet.credited", 3);
    await postman.run();
    expect(await status()).toMatchObject({
      status: "disabled",
      disabledReason: "gone",
      pending: 0,
    });
    await happens();
    const seen = receiver.received.length;
    await later(DAY_MS);
    expect(receiver.received).toHaveLength(seen);
    const refused = await market.call("replay_postback", { postbackId }, agent.key);
    expect(refused.body).toMatchObject({ error: { code: "invalid_state" } });
  });

  test("that is disabled comes back by a test that succeeds, and has missed nothing", async () => {
    const { postbackId } = await register();
    receiver.answerWith(answerStatus(410));
    await happens();
    await postman.run();
    await happens("wallet.credited", 2);
    await later(6 * DAY_MS);
    receiver.answerWith(answerOk);
    const tested = await market.call("test_postback", { postbackId }, agent.key);
    expect(tested.body).toMatchObject({ postbackId, status: "success", httpStatus: 204 });
    expect(await status()).toMatchObject({ status: "active", dead: 3 });
    await market.call("replay_postback", { postbackId }, agent.key);
    await postman.run();
    expect(await status()).toMatchObject({ dead: 0, pending: 0 });
    expect(receiver.received).toHaveLength(5);
  });

  test("that stays disabled is kept nothing for after a week", async () => {
    await register();
    receiver.answerWith(answerStatus(410));
    await happens();
    await postman.run();
    await later(7 * DAY_MS);
    await happens();
    await postman.run();
    expect(await status()).toMatchObject({ status: "disabled", dead: 1 });
  });

  test("that answers 429 with Retry-After gets that rest for all of its messages", async () => {
    await register();
    receiver.answerWith(answerStatus(429, { "retry-after": "120" }));
    await happens();
    await postman.run();
    receiver.answerWith(answerOk);
    await happens();
    await later(119 * SECOND_MS);
    expect(receiver.received).toHaveLength(1);
    await later(SECOND_MS);
    expect(receiver.received).toHaveLength(3);
  });

  test("that never answers times out, and that breaks off has failed", async () => {
    await register();
    receiver.answerWith(() => undefined);
    await happens();
    await postman.run();
    expect((await attempts()).at(-1)).toMatchObject({ status: "timeout", http_status: null });
    receiver.answerWith((response) => void response.destroy());
    await later(5 * SECOND_MS);
    expect((await attempts()).at(-1)).toMatchObject({ status: "failed", http_status: null });
  });

  test("that sends endless bytes is cut off, and counts as delivered", async () => {
    await register();
    let sentBytes = 0;
    let closed: (() => void) | undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    receiver.answerWith((response) => {
      response.writeHead(200);
      const part = Buffer.alloc(16_384, "x");
      const more = () => {
        while (response.write(part)) sentBytes += part.length;
        response.once("drain", more);
      };
      response.once("close", () => closed?.());
      more();
    });
    await happens();
    await postman.run();
    await isClosed;
    // What was read, and what the two sockets between us hold.
    expect(sentBytes).toBeLessThan(16_000_000);
    expect((await attempts()).at(-1)).toMatchObject({ status: "success", http_status: 200 });
  });

  test("that fails for five days is disabled, one that succeeds in between is not", async () => {
    await register();
    for (let day = 0; day < 9; day += 1) {
      receiver.answerWith(day === 3 ? answerOk : answerStatus(503));
      await happens();
      await later(DAY_MS - SECOND_MS);
      expect((await status()).status, `on day ${day}`).toBe("active");
    }
    receiver.answerWith(answerStatus(503));
    await happens();
    await later(2 * DAY_MS);
    expect(await status()).toMatchObject({ status: "disabled", disabledReason: "failing" });
  });

  test("that hangs does not hold up another one", async () => {
    const slow = await startReceiver(() => undefined);
    const slowAgent = await registerAgent(market.call, "both");
    await register();
    await market.call("register_postback", { url: slow.url }, slowAgent.key);
    await market.sql(
      `insert into outbox (id, type, agent_id, data)
      select gen_random_uuid(), 'wallet.credited', agent_id, '{}'
      from postback_endpoint, generate_series(1, 100)
      where status = 'active'`,
    );
    await postman.setJobClock();
    await postman.dispatcher.runOnce();
    postman.worker.wake();
    await expect.poll(() => receiver.received.length, { timeout: 5_000 }).toBe(100);
    // The slow one has a handful of connections, not one for each of its messages.
    expect(slow.connections()).toBeLessThan(10);
    await market.call("delete_postback", { postbackId: await idAt(slow.url) }, slowAgent.key);
    await postman.worker.idle();
    await slow.close();
  });
});

const idAt = async (url: string) => {
  const [row] = await market.sql("select id from postback_endpoint where url = $1", [url]);
  return idFromUuid("whk", String(row?.id));
};

describe("a rotated secret", () => {
  test("signs beside its successor for 24 hours and not longer", async () => {
    const first = await register();
    const second = await register();
    expect(second.postbackId).toBe(first.postbackId);
    expect(second.secret).not.toBe(first.secret);
    const signatures = async () => {
      await happens();
      await postman.run();
      return String(receiver.received.at(-1)?.headers["webhook-signature"]).split(" ").length;
    };
    expect(await signatures()).toBe(2);
    const sent = requireAt(receiver.received, 0);
    expect([first, second].map(({ secret }) => isAccepted(sent, secret))).toEqual([true, true]);
    market.clock.advance(DAY_MS);
    expect(await signatures()).toBe(1);
  });

  test("is neither shown again nor kept with the answer of the call", async () => {
    const key = { idempotencyKey: "rotate-once" };
    const args = { url: receiver.url };
    const first = await market.call("register_postback", args, agent.key, key);
    const again = await market.call("register_postback", args, agent.key, key);
    expect(first.text).toMatch(/"whsec_[A-Za-z0-9+/]{43}="/);
    expect(again.text).toBe(first.text.replace(/whsec_[^"]+/, "whsec_[redacted]"));
    expect(JSON.stringify(await status())).not.toContain("whsec_");
  });
});

test("the log of a campaign shows its attempts to the agent who owns the endpoint", async () => {
  await market.travel(0);
  const pair = await bookPair(market, "cpc");
  await market.call("register_postback", { url: receiver.url }, pair.advertiser.key);
  receiver.answerWith(answerStatus(500));
  await pair.deliver();
  await pair.report("report_click");
  await postman.run();
  const { campaignId } = pair;
  const of = (agentId: string) => findPostbackLog(postman.db, { agentId, campaignId, limit: 10 });
  const log = await of(pair.advertiser.agentId);
  expect(log.filter((one) => one.type === "click.recorded")).toMatchObject([
    { attempt: 1, status: "failed", httpStatus: 500, nextAttemptAt: expect.any(String) },
  ]);
  expect(await of(pair.publisher.agentId)).toEqual([]);
});

function requireAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index}.`);
  return item;
}
