import { expect, test } from "vitest";
import type { Queryable } from "../../../server/src/core/db.ts";
import { column, only, select } from "../../../server/src/core/sql.ts";

const BRAND = select({
  brandId: column.id("brd", "b.id"),
  maxRate: column.micros("b.max_rate"),
  deepLink: column.optional(column.text("b.deep_link")),
  endAt: column.nullable(column.time("b.end_at")),
});

const answering = (rows: readonly never[] | readonly object[]): Queryable => ({
  query: () => Promise.resolve(JSON.parse("[]").concat(rows)),
});
const STATEMENT = { name: "brands.find", text: "" };

test("a selection names each column after its field", () => {
  expect(BRAND.list).toBe(
    "b.id as brand_id, b.max_rate as max_rate, b.deep_link as deep_link, b.end_at as end_at",
  );
});

test("a selection converts what the driver returns, and leaves absent fields out", async () => {
  const brand_id = "0199ff00-0000-7000-8000-000000000000";
  const row = { brand_id, max_rate: "25000000", deep_link: null, end_at: new Date(0) };
  expect(await BRAND.first(answering([row]), STATEMENT)).toStrictEqual({
    brandId: "brd_01k7zg0000e008000000000000",
    maxRate: 25_000_000n,
    endAt: "1970-01-01T00:00:00.000Z",
  });
});

test("a statement without rows answers nothing, unless it always has one", async () => {
  expect(await BRAND.first(answering([]), STATEMENT)).toBeUndefined();
  expect(await BRAND.all(answering([]), STATEMENT)).toEqual([]);
  await expect(BRAND.one(answering([]), STATEMENT)).rejects.toThrow("brands.find");
});

test("a single column is read as what it holds, whatever it is called", async () => {
  const rows = answering([{ "?column?": "7" }, { "?column?": "9" }]);
  expect(await only.bigint.all(rows, STATEMENT)).toEqual([7n, 9n]);
  expect(await only.count.one(rows, STATEMENT)).toBe(7);
  expect(await only.text.first(answering([]), STATEMENT)).toBeUndefined();
  await expect(only.flag.one(answering([]), STATEMENT)).rejects.toThrow("brands.find");
});
