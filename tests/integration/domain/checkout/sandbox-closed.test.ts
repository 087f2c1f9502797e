import { expect, test } from "vitest";
import { readEnv } from "../../../../server/src/core/env.ts";
import { setUp } from "../../../setup/shared.ts";
import { NOBODY } from "../../tools/market.ts";
import { startCardMarket } from "./card-market.ts";

const market = setUp(() =>
  startCardMarket({
    env: {
      DEMO: "0",
      CASHOUT_PROVIDER: "sandbox",
      REVIEW_POLICY: "auto",
    },
  }),
);

test("without DEMO=1 no request pays an order in the sandbox", async () => {
  const buyer = await market.agent();
  const order = await market.open(buyer);
  for (const orderId of [order.orderId, `ord_${NOBODY}`]) {
    for (const Accept of ["application/json", "text/html"]) {
      for (const method of ["POST", "GET", "PUT"]) {
        const url = `${market.baseUrl}/checkout/${orderId}/pay`;
        const answer = await fetch(url, { method, headers: { Accept }, redirect: "manual" });
        expect([404, 405], `${method} ${Accept}`).toContain(answer.status);
      }
    }
  }
  expect(await market.balance(buyer)).toMatchObject({ availableCredits: 0 });
  expect(await market.sql("select 1 from txn")).toEqual([]);
});

test("without DEMO=1 the sandbox is no provider at all", () => {
  const env = {
    CHECKOUT_PROVIDER: "sandbox",
    CASHOUT_PROVIDER: "sandbox",
    REVIEW_POLICY: "auto",
    SIGNING_KEYS: `1:${"a".repeat(43)}`,
    DATABASE_URL: "postgres://nowhere",
  };
  expect(() => readEnv(env)).toThrow(/^CHECKOUT_PROVIDER: .*DEMO=1/);
});
