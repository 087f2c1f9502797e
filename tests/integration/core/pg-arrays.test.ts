import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { type ArrayType, encodeArray } from "../../../server/src/core/pg-arrays.ts";
import { createTestDatabase, type TestDatabase } from "../../setup/database.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const { databaseUrl: connectionString } = database;
  db = openDatabase({ connectionString, connections: 1, logger: silentLogger });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** What PostgreSQL read, element by element as text, in order. */
async function readBack(type: ArrayType, values: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<{ value: string }>(
    {
      name: `test.read_${type}`,
      text: `select u.value::text as value
        from unnest($1::${type}[]) with ordinality as u (value, place)
        order by u.place`,
      arrays: { 0: type },
    },
    [values],
  );
  return rows.map((row) => row.value);
}

const INT8_MAX = 2n ** 63n - 1n;
const arbitraries: Readonly<Record<ArrayType, fc.Arbitrary<unknown>>> = {
  uuid: fc.uuid(),
  int4: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int8: fc.oneof(fc.bigInt({ min: -INT8_MAX - 1n, max: INT8_MAX }), fc.maxSafeInteger()),
};
const types: readonly ArrayType[] = ["uuid", "int4", "int8"];

describe("an array sent in binary", () => {
  test.each(types)("of %s arrives as it was, however long", async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraries[type], { maxLength: 50 }), async (values) => {
        expect(await readBack(type, values)).toEqual(values.map(String));
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["uuid", "01a1fa5f-8bfa-7333-9926-1c6d59d5829g"],
    ["uuid", "01a1fa5f8bfa733399261c6d59d5829f"],
    ["uuid", `${"é".repeat(8)}-8bfa-7333-9926-1c6d59d5829f`],
    ["uuid", 7],
    ["int4", 2 ** 31],
    ["int4", 0.5],
    ["int4", "1"],
    ["int8", 2 ** 53],
    ["int8", null],
  ] as const)("of %s refuses %j", (type, value) => {
    expect(() => encodeArray(type, [value])).toThrow(TypeError);
  });
});
