import { createServer, type Server } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listOf } from "../../server/src/contract/fields.ts";
import {
  postbackBodySchema,
  postbackSchema,
  registeredPostbackSchema,
} from "../../server/src/contract/resources/postback.ts";
import type { PostbackSender } from "../../server/src/domain/postbacks/index.ts";
import { createPostbackSender } from "../../server/src/providers/postback/sender.ts";
import { type Postman, startPostman } from "../integration/domain/postbacks/postman.ts";
import {
  bookPair,
  HOUR_MS,
  type Market,
  MINUTE_MS,
  type Pair,
  SECOND_MS,
  startMarket,
} from "../integration/tools/market.ts";
import { registerAgent, resultOf, type TestAgent } from "../setup/agents.ts";

/** A server on the public internet; each test chooses how it answers. */
interface Stranger {
  readonly server: Server;
  readonly requests: { readonly type: string; readonly body: string; readonly path: string }[];
  answer: (request: { body: string; headers: Record<string, string> }) => [number, string];
}

let market: Market;
let postman: Postman;
let stranger: Stranger;
let agent: TestAgent;
/** What one address and one host may get in an hour without a proof. */
const PER_HOUR = 60;

beforeAll(async () => {
  stranger = await startStranger();
  market = await startMarket();
  postman = await startPostman(market, { sender: senderTo(stranger.server) });
});
afterAll(async () => {
  await postman.close();
  await market.close();
  stranger.server.close();
});
beforeEach(async () => {
  stranger.requests.length = 0;
  stranger.answer = () => [204, ""];
  agent = await registerAgent(market.call, "both");
});
afterEach(async () => {
  await market.sql("update postback_endpoint set status = 'deleted', disabled_reason = null");
  market.clock.advance(2 * HOUR_MS);
});

async function startStranger(): Promise<Stranger> {
  const made: Stranger = {
    server: createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = Buffer.concat(parts).toString();
        const { type } = postbackBodySchema.parse(JSON.parse(body));
        made.requests.push({ type, body, path: request.url ?? "" });
        const headers = Object.entries(request.headers).map(([name, value]) => [name, `${value}`]);
        const [status, text] = made.answer({ body, headers: Object.fromEntries(headers) });
        response.writeHead(status).end(text);
      });
    }),
    requests: [],
    answer: () => [204, ""],
  };
  await new Promise<void>((resolve) => made.server.listen(0, "127.0.0.1", resolve));
  return made;
}

/** Every public name leads to the stranger's one address. */
function senderTo(server: Server): PostbackSender {
  const local = createPostbackSender({
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    allowedHosts: new Set(["127.0.0.1"]),
  });
  return {
    ...local,
    isAllowed: () => false,
    async send({ admit, ...request }) {
      const address = server.address();
      if (typeof address !== "object" || address === null) throw new Error("It listens nowhere.");
      const url = new URL(request.url);
      const until = await admit?.([url.hostname, "203.0.113.7"]);
      if (until !== undefined) return { kind: "limited", until };
      return local.send({ ...request, url: `http://127.0.0.1:${address.port}${url.pathname}` });
    },
  };
}

const register = (url: string, key = agent.key, fields: object = {}) =>
  resultOf(market.call("register_postback", { url, ...fields }, key), registeredPostbackSchema);

async function later(durationMs: number): Promise<void> {
  market.clock.advance(durationMs);
  await postman.run();
}

async function clickUnbilled(pair: Pair, count: number): Promise<void> {
  for (let click = 0; click < count; click += 1) {
    const { deliveryId } = await pair.deliver();
    await pair.report("report_click", { deliveryId });
  }
}

const happens = (count: number) =>
  market.sql(
    `insert into outbox (id, type, agent_id, data)
    select gen_random_uuid(), 'wallet.credited', agent_id, '{"n": 1}'
    from postback_endpoint, generate_series(1, $1)
    where status = 'active'`,
    [count],
  );

const isProven = async () => {
  const answer = market.call("list_postbacks", {}, agent.key);
  const { items } = await resultOf(answer, listOf(postbackSchema));
  return items[0]?.provenAt !== undefined;
};

test("10 unbilled clicks to 100 endpoints are at most 60 requests an hour", async () => {
  const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 1_000 } });
  for (const [index, { key }] of [pair.advertiser, pair.publisher].entries()) {
    for (let count = 0; count < 50; count += 1) {
      await register(`https://h${count % 7}.victim.example/${index}/${count}`, key);
    }
  }
  await clickUnbilled(pair, 10);
  await postman.run();
  for (let minute = 0; minute < 59; minute += 1) await later(MINUTE_MS);
  expect(stranger.requests).toHaveLength(PER_HOUR);
  await later(MINUTE_MS + SECOND_MS);
  // The other messages wait for their turn.
  expect(stranger.requests).toHaveLength(2 * PER_HOUR);
});

test("a receiver that echoes the challenge of its registration is sent everything", async () => {
  stranger.answer = ({ body }) => {
    const { data } = postbackBodySchema.parse(JSON.parse(body));
    return [200, JSON.stringify({ challenge: data.challenge })];
  };
  await register("https://hooks.example.com/echo");
  await postman.run();
  expect(stranger.requests.map(({ type }) => type)).toEqual(["postback.test"]);
  expect(await isProven()).toBe(true);
  await happens(200);
  await postman.run();
  expect(stranger.requests).toHaveLength(201);
});

test.each([400, 401, 403])(
  "a Standard Webhooks receiver that answers wrong signatures with %d is sent everything",
  async (refusal) => {
    let secret = "";
    stranger.answer = ({ body, headers }) => {
      try {
        // The library reads the machine's clock, the exchange that of the test.
        const signed = new Webhook(secret);
        const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
        const expected = signed.sign(headers["webhook-id"] ?? "", at, body);
        return headers["webhook-signature"] === expected ? [204, ""] : [refusal, "no"];
      } catch {
        return [500, "broken"];
      }
    };
    ({ secret } = await register("https://hooks.example.com/standard"));
    await postman.run();
    expect(await isProven()).toBe(true);
    expect(stranger.requests).toHaveLength(2);
    await happens(200);
    await postman.run();
    expect(stranger.requests).toHaveLength(202);
  },
);

test.each<[string, Stranger["answer"]]>([
  ["accepts everything", () => [200, "ok"]],
  ["mirrors requests", ({ body }) => [200, body]],
  ["refuses everything", () => [401, "no"]],
])("a server that %s proves nothing", async (_name, answer) => {
  stranger.answer = answer;
  await register("https://hooks.example.com/any");
  await postman.run();
  expect(await isProven()).toBe(false);
});

test("the unbilled events of a minute are one message for each endpoint", async () => {
  const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 1_000 } });
  await register("https://hooks.example.com/batch", pair.advertiser.key, {
    eventTypes: ["click.recorded", "unbilled.batch"],
  });
  await postman.run();
  await clickUnbilled(pair, 10);
  await postman.run();
  await later(MINUTE_MS + 3 * SECOND_MS);
  const bodies = stranger.requests
    .map(({ body }) => postbackBodySchema.parse(JSON.parse(body)))
    .filter(({ type }) => type !== "postback.test");
  // The clicks may lie on both sides of a full minute.
  expect(bodies.length).toBeLessThan(3);
  expect(new Set(bodies.map(({ type }) => type))).toEqual(new Set(["unbilled.batch"]));
  const events = bodies.flatMap(({ data }) => data.events);
  expect(events).toHaveLength(10);
  expect(events[0]).toMatchObject({
    type: "click.recorded",
    clickId: expect.stringMatching(/^clk_/),
    billable: false,
    reason: "not_billing_unit",
    chargedCredits: 0,
  });
});
