import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { listOf } from "../../../server/src/contract/fields.ts";
import { couponSchema } from "../../../server/src/contract/resources/campaign.ts";
import { placementSchema } from "../../../server/src/contract/resources/placement.ts";
import {
  postbackBodySchema,
  postbackLogSchema,
  registeredPostbackSchema,
} from "../../../server/src/contract/resources/postback.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { type Jobs, startJobs } from "../../../server/src/jobs/boss.ts";
import { createPostbackSender } from "../../../server/src/providers/postback/sender.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
} from "../../setup/agents.ts";
import { type CallTool, startExchange, type TestExchange } from "../../setup/exchange.ts";
import { isVerified, type Receiver, startReceiver } from "../../setup/receiver.ts";
import { TRANSPORTS } from "./transports.ts";

const WAIT = { timeout: 10_000, interval: 50 };

/** A tool without a browser's name counts as a declared bot, and its clicks are not billed. */
const BROWSER = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

describe.each(TRANSPORTS)("the advertiser's recipe with a webhook over $name", (transport) => {
  let world: TestExchange;
  let jobs: Jobs;
  let receiver: Receiver;
  let client: { call: CallTool; close(): Promise<void> };
  beforeAll(async () => {
    world = await startExchange({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
    receiver = await startReceiver();
    const allowedHosts = new Set(["127.0.0.1"]);
    const sender = createPostbackSender({ clock: systemClock, allowedHosts });
    const { databaseUrl, exchange } = world;
    const { secrets } = exchange.services.postbacks;
    jobs = await startJobs({
      databaseUrl,
      logger: silentLogger,
      postbacks: { sender, secrets, unprovenPerHour: 60 },
    });
    client = transport.open(world);
  });
  afterAll(async () => {
    await client.close();
    await jobs.stop();
    await receiver.close();
    await world.close();
  });

  test("tells of the click within moments, and attribution shows that it did", () =>
    bookAndHear(client.call, receiver));
});

async function bookAndHear(call: CallTool, receiver: Receiver): Promise<void> {
  const publisher = await registerAgent(call, "publisher", "Kitchen Chat");
  await listTestPlacement(call, publisher, "cpc", { title: "Beside recipes" });
  const advertiser = await fundedAdvertiser(call);
  const { key } = advertiser;
  const found = await resultOf(
    call("search_placements", { q: "recipes", adUnitType: "cpc" }),
    listOf(placementSchema),
  );
  const [placement] = found.items;
  if (placement === undefined) throw new Error("Nothing is on offer.");
  const { campaignId } = await bookCampaign(call, advertiser, placement);
  await resultOf(
    call("create_coupon", { campaignId, couponCode: "PAN10", ...COUPON }, key),
    couponSchema,
  );
  const { postbackId, secret } = await resultOf(
    call("register_postback", { url: receiver.url, campaignId }, key),
    registeredPostbackSchema,
  );
  const tested = await call("test_postback", { postbackId }, key);
  expect(tested.body).toMatchObject({ status: "success", httpStatus: 204 });

  const ad = await deliverOnce(call, publisher, campaignId);
  const hop = await fetch(ad.offer.clickUrl, { redirect: "manual", headers: BROWSER });
  const clickId = new URL(hop.headers.get("Location") ?? "").searchParams.get("click");

  const clicks = () => receiver.received.filter((one) => one.type === "click.recorded");
  await expect.poll(() => clicks().length, WAIT).toBe(1);
  expect(receiver.received.every((one) => isVerified(one, secret))).toBe(true);
  const [click] = clicks().map((one) => postbackBodySchema.parse(JSON.parse(one.body)));
  // The receiver can match the click with the visitor who landed on its own page.
  expect(click?.data).toMatchObject({
    campaignId,
    clickId,
    billable: true,
    verified: true,
    chargedCredits: 25,
  });
  await expect
    .poll(async () => (await logOf(call, campaignId, key)).map(shortened), WAIT)
    .toContainEqual({ eventId: click?.id, status: "success", attempt: 1, httpStatus: 204 });
}

const attributionSchema = z.object({ postbackLog: z.array(postbackLogSchema) });

async function logOf(call: CallTool, campaignId: string, key: string) {
  const answer = call("get_attribution", { campaignId }, key);
  return (await resultOf(answer, attributionSchema)).postbackLog;
}

function shortened(entry: z.infer<typeof postbackLogSchema>): object {
  const { eventId, status, attempt, httpStatus } = entry;
  return { eventId, status, attempt, httpStatus };
}

const COUPON = {
  agentInstructions: "Mention code PAN10 for 10 % off.",
  discountType: "percent",
  discountValue: 10,
};
