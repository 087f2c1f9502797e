import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openPlatformSession,
  type PlatformSession,
} from "../integration/domain/platform/session.ts";

let session: PlatformSession;
beforeAll(async () => {
  session = await openPlatformSession();
});
afterAll(() => session.market.close());

const request = async (placementId: string, key: string) => {
  const { body } = await session.market.call("request_platform_demand", { placementId }, key);
  return Object(body);
};

test("a request is decided by the next pass also where nobody pays", async () => {
  const { placementId, publisher } = await session.seller("unpaid");
  expect(await request(placementId, publisher.key)).toMatchObject({ status: "queued" });
  await session.pass();
  expect(await request(placementId, publisher.key)).toMatchObject({
    status: "declined",
    reason: "no_wallet",
  });
  // Once there is a wallet, the pass looks at it by itself.
  await session.brand("unpaid");
  await session.wallet("builder");
  await session.pass();
  expect(await request(placementId, publisher.key)).toMatchObject({ status: "booked" });
});
