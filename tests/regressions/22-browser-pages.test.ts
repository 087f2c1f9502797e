import { expect, test } from "vitest";
import { bookPair, DAY_MS, startMarket } from "../integration/tools/market.ts";
import { setUp } from "../setup/shared.ts";

/** What browsers send when they open an address. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";
const market = setUp(startMarket);

async function open(address: string, accept: string = ACCEPT) {
  const url = new URL(address, market.baseUrl);
  const answer = await fetch(url, { headers: { Accept: accept }, redirect: "manual" });
  return {
    status: answer.status,
    type: answer.headers.get("Content-Type") ?? "",
    policy: answer.headers.get("Content-Security-Policy") ?? "",
    text: await answer.text(),
  };
}

test.each([
  ["an unknown address", "/nothing/here", /There is nothing at this address/],
  ["an unknown page in the docs", "/docs/nothing", /There is nothing at this address/],
  ["an unknown order", "/checkout/ord_01k9zq3v5te7kbn8w2r4c6d8fg", /No such order/],
  ["an order that is none", "/checkout/x", /No such order/],
  ["an unknown link", `/r/${"A".repeat(64)}`, /This link is unknown/],
])("%s is a page in a browser and JSON for programs", async (_what, path, message) => {
  const page = await open(path);
  expect([page.status, page.type]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.text).toMatch(message);
  expect(page.text).toMatch(/req_[0-9a-z]{26}/);
  expect(page.policy).toContain("style-src 'self'");
  for (const accept of ["*/*", "application/json"]) {
    const answer = await open(path, accept);
    expect(answer.type).toContain("application/json");
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "not_found" } });
  }
});

test("an expired link is a page in a browser and text elsewhere", async () => {
  const pair = await bookPair(market, "cpc");
  const { offer } = await pair.deliver();
  market.clock.advance(30 * DAY_MS + 2_000);
  const page = await open(offer.clickUrl);
  expect([page.status, page.type]).toEqual([410, "text/html; charset=utf-8"]);
  expect(page.text).toContain("This link has expired");
  expect(await open(offer.clickUrl, "*/*")).toMatchObject({
    status: 410,
    text: "This link has expired.",
  });
});

test("what an address carries never becomes markup", async () => {
  const { text } = await open("/checkout/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
  expect(text).not.toContain("<script>");
});

test("addresses of programs answer JSON in a browser too", async () => {
  const { type } = await open("/api/public/shopfeed-products/unknown-product");
  expect(type).toContain("application/json");
});
