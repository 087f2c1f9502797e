import { expect, test } from "vitest";
import { closeAgent, eraseAgent } from "../../../../server/src/domain/identity/index.ts";
import { answerOk, answerStatus, startReceiver } from "../../../setup/receiver.ts";
import { setUp } from "../../../setup/shared.ts";
import { bookPair, HOUR_MS, setUpMarket } from "../../tools/market.ts";
import { startPostman } from "./postman.ts";

const market = setUpMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
const postman = setUp(() => startPostman(market));
const receiver = setUp(() => startReceiver());
const WORD = "marigold";

test("after an erasure the other side receives what it is owed, without the texts", async () => {
  const { call, clock } = market;
  const pair = await bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
  const { advertiser, publisher, campaignId } = pair;
  await postman.run();
  for (const { key } of [advertiser, publisher]) {
    await call("register_postback", { url: receiver.url }, key);
  }
  receiver.answerWith(answerStatus(500));
  const { deliveryId } = await pair.deliver();
  const about = { campaignId, deliveryId, conversionType: "cpa", valueUsd: 9 };
  await call("report_conversion", { ...about, orderId: WORD }, advertiser.key);
  const write = () => call("send_message", { campaignId, body: WORD }, advertiser.key);
  await write();
  await postman.run();
  // These stay in the outbox until after the erasure.
  await write();
  await call("request_refund", { campaignId, reason: WORD }, advertiser.key);
  await market.travel(25 * HOUR_MS);
  await market.exchange.services.db.tx(async (tx) => {
    await closeAgent(tx, advertiser.agentId, clock.now());
    await eraseAgent(tx, advertiser.agentId);
  });
  receiver.received.length = 0;
  receiver.answerWith(answerOk);
  await postman.run();
  const sent = receiver.received.map(({ body }) => JSON.parse(body));
  const erased = { body: "erased", sender: { displayName: "erased", role: "advertiser" } };
  expect(sent.sort((left, right) => left.type.localeCompare(right.type))).toMatchObject([
    { type: "campaign.updated", data: { campaignId, status: "refunding", reason: "erased" } },
    { type: "conversion.recorded", data: { campaignId, billable: true, chargedCredits: 200 } },
    { type: "message.created", data: { campaignId, senderId: advertiser.agentId, ...erased } },
    { type: "message.created", data: { campaignId, senderId: advertiser.agentId, ...erased } },
  ]);
  expect(JSON.stringify(sent)).not.toContain(WORD);
});
