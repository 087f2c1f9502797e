import { describe, expect, test } from "vitest";
import {
  hashOfKey,
  isWellFormedKey,
  makeApiKey,
  shownPrefixOf,
} from "../../../../server/src/domain/identity/api-key.ts";

describe("an API key", () => {
  test("is its prefix, 30 random characters and a checksum of six", () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const key = makeApiKey();
      expect(key).toMatch(/^rk_live_[0-9A-Za-z]{36}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  test("is never made twice and uses every character", () => {
    const keys = Array.from({ length: 500 }, makeApiKey);
    expect(new Set(keys).size).toBe(500);
    expect(new Set(keys.flatMap((key) => [...key.slice(8, 38)])).size).toBe(62);
  });

  test("with one character mistyped or two swapped is refused without a look-up", () => {
    const key = makeApiKey();
    for (let place = 8; place < key.length; place += 1) {
      const other = key[place] === "a" ? "b" : "a";
      expect(isWellFormedKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
      const [left, right] = [key[place] ?? "", key[place + 1] ?? ""];
      if (left === right || right === "") continue;
      const swapped = key.slice(0, place) + right + left + key.slice(place + 2);
      expect(isWellFormedKey(swapped)).toBe(false);
    }
  });

  test.each([
    "",
    "rk_live_",
    "rk_test_",
    `rk_live_${"a".repeat(36)}`,
    `${makeApiKey()}\n`,
    ` ${makeApiKey()}`,
  ])("%j is none", (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });

  test("is stored as its SHA-256 and shown by twelve characters", () => {
    const key = makeApiKey();
    expect(hashOfKey(key)).toHaveLength(32);
    expect(hashOfKey(key)).toEqual(hashOfKey(key));
    expect(shownPrefixOf(key)).toBe(key.slice(0, 12));
  });
});
