import { expect, test } from "vitest";
import {
  aliasOf,
  CATALOGUE,
  deprecationHeaders,
  nearestTools,
  renamedTo,
  resolveTool,
} from "../../../server/src/tools/catalogue.ts";

const DEPRECATED = new Date("2026-11-21T00:00:00Z");
const SUNSET = new Date("2027-05-21T00:00:00Z");

test("a former name stands for its tool to the last millisecond of its six months", () => {
  const last = new Date(SUNSET.getTime() - 1);
  expect(resolveTool("search_offers", last)?.name).toBe("search_affiliate_offers");
  expect(resolveTool("search_offers", SUNSET)).toBeUndefined();
  expect(renamedTo("search_offers")).toBe("search_affiliate_offers");
  expect(nearestTools("search_offers")).toEqual(["search_affiliate_offers"]);
});

test("no other name is an alias, and none hides a tool", () => {
  for (const { name } of CATALOGUE) {
    expect(aliasOf(name, DEPRECATED)).toBeUndefined();
    expect(resolveTool(name, SUNSET)?.name).toBe(name);
  }
  for (const name of ["", "__proto__", "constructor", "search_offer"]) {
    expect(resolveTool(name, DEPRECATED)).toBeUndefined();
  }
});

test("the headers are a structured date and an HTTP date", () => {
  expect(deprecationHeaders({ name: "x", deprecatedAt: DEPRECATED, sunsetAt: SUNSET })).toEqual({
    Deprecation: "@1795219200",
    Sunset: "Fri, 21 May 2027 00:00:00 GMT",
  });
});
