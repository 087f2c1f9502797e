import { expect, test } from "vitest";
import { createBoundedMap } from "../../../server/src/core/cache.ts";

test("a full map drops the entry that was not used for the longest time", () => {
  const map = createBoundedMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect(map.get("b")).toBeUndefined();
  expect(map.get("a")).toBe(1);
  expect(map.get("c")).toBe(3);
});
