import { describe, expect, test } from "vitest";
import { micros } from "../../../../server/src/contract/money.ts";
import { AD_UNIT_TYPES } from "../../../../server/src/contract/units.ts";
import { parseBrand } from "../../../../server/src/domain/brands/file.ts";
import { capOf } from "../../../../server/src/domain/brands/index.ts";

const row = { name: "Pellworth", domain: "pellworth.example", maxRateCredits: 40 };
const draftOf = (fields: object) => {
  const parsed = parseBrand({ ...row, ...fields });
  return "draft" in parsed ? parsed.draft : parsed;
};

describe("a row", () => {
  test("that says only what it must gets the rest by default", () => {
    expect(draftOf({})).toEqual({
      brandId: null,
      name: "Pellworth",
      domain: "pellworth.example",
      categories: [],
      maxRate: 40_000_000n,
      adUnitTypes: [...AD_UNIT_TYPES],
      deepLink: null,
      disclosure: "Sponsored by Pellworth",
      isActive: true,
    });
  });

  test.each([
    ["WWW.Pellworth.Example", "pellworth.example"],
    ["pellworth.example.", "pellworth.example"],
    ["www.example", "www.example"],
    ["köln.example", "xn--kln-sna.example"],
  ])("knows %s as %s", (domain, known) => {
    expect(draftOf({ domain })).toMatchObject({ domain: known });
  });

  test.each([
    "a",
    "a..b",
    "-a.example",
    "a.example:443",
    "u@a.example",
    "a b.example",
    "1.2.3.4",
    ".",
  ])("refuses the domain %s", (domain) => {
    expect(draftOf({ domain })).toEqual({
      reason: "domain is not a host name such as example.com",
    });
  });

  test.each([
    ["0", 0n],
    ["40.000001", 40_000_001n],
    [0.000001, 1n],
    [1_000_000, 1_000_000_000_000n],
  ])("reads the cap %j exactly", (maxRateCredits, maxRate) => {
    expect(draftOf({ maxRateCredits })).toMatchObject({ maxRate });
  });

  test.each([1_000_000.1, Number.NaN, Number.POSITIVE_INFINITY, "4,5", "0x10", " ", true, {}])(
    "refuses the cap %j",
    (maxRateCredits) => {
      expect(draftOf({ maxRateCredits })).toMatchObject({
        reason: expect.stringMatching(/^maxRateCredits must be/),
      });
    },
  );

  test("keeps the same categories and units once, in a fixed order", () => {
    expect(
      draftOf({ categories: ["a", "b", "a", ""], adUnitTypes: ["cpi", "cpr", "cpi"] }),
    ).toMatchObject({ categories: ["a", "b"], adUnitTypes: ["cpr", "cpi"] });
    expect(draftOf({ categories: "a | b", adUnitTypes: "cpc" })).toMatchObject({
      categories: ["a", "b"],
      adUnitTypes: ["cpc"],
    });
  });

  test("that names a secret field is refused without its value, however it is spelt", () => {
    const secret = "s3cr3tvalue";
    for (const field of ["affiliateToken", "constructor", "toString", "Name", `token=${secret}`]) {
      const { reason } = Object(draftOf({ [field]: secret }));
      expect(reason).toMatch(/ is not a field of a brand$/);
      expect(reason).not.toContain(secret);
    }
  });
});

test("the cap of a retired brand is nothing", () => {
  expect(capOf({ isActive: true, maxRate: micros(5n) })).toBe(5n);
  expect(capOf({ isActive: false, maxRate: micros(5n) })).toBe(0n);
});
