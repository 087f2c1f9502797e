import { describe, expect, test } from "vitest";
import { exampleId, idSchema } from "../../../server/src/contract/fields.ts";
import {
  base32FromUuid,
  ID_PREFIXES,
  idFromUuid,
  timeOfUuid,
  uuidFromBase32,
  uuidFromId,
  uuidV7,
} from "../../../server/src/contract/ids.ts";

const random = (seed: number) =>
  Uint8Array.from({ length: 16 }, (_, n) => (seed * 31 + n * 17) % 256);

describe("ids on the wire", () => {
  test("every uuid survives the way to an id and back", () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const uuid = uuidV7(1_700_000_000_000 + seed * 7_777_777, random(seed));
      expect(uuidFromId(idFromUuid("cmp", uuid))).toBe(uuid);
      expect(uuidFromBase32(base32FromUuid(uuid))).toBe(uuid);
    }
  });

  test("the smallest and the largest uuid survive too", () => {
    for (const uuid of [
      "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ]) {
      expect(uuidFromId(idFromUuid("evt", uuid))).toBe(uuid);
    }
  });

  test("ids sort like the times they were made", () => {
    const times = [1, 1_000, 1_700_000_000_000, 1_700_000_000_001, 2 ** 47];
    const ids = times.map((time) => idFromUuid("evt", uuidV7(time, random(time % 97))));
    expect(ids.toSorted()).toEqual(ids);
  });

  test("a UUIDv7 tells its time, its version and its variant", () => {
    const uuid = uuidV7(
      1_763_650_000_123,
      Uint8Array.from({ length: 16 }, () => 0xff),
    );
    expect(timeOfUuid(uuid)).toBe(1_763_650_000_123);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test.each(ID_PREFIXES)("the example of %s has the form of its schema", (prefix) => {
    expect(idSchema(prefix).safeParse(exampleId(prefix)).success).toBe(true);
  });

  test.each([
    ["another kind", "plc_01k9zq3v5te7kbn8w2r4c6d8fg"],
    ["capital letters", "cmp_01K9ZQ3V5TE7KBN8W2R4C6D8FG"],
    ["a letter outside the alphabet", "cmp_01k9zq3v5te7kbn8w2r4c6d8fi"],
    ["more than 128 bits", "cmp_81k9zq3v5te7kbn8w2r4c6d8fg"],
    ["25 characters", "cmp_01k9zq3v5te7kbn8w2r4c6d8f"],
    ["27 characters", "cmp_01k9zq3v5te7kbn8w2r4c6d8fg0"],
    ["a line break at the end", "cmp_01k9zq3v5te7kbn8w2r4c6d8fg\n"],
    ["the bare uuid", "019a7f71-ece5-a71d-35a1-c2aa4c6d8fg0"],
  ])("an id with %s is none", (_case, id) => {
    expect(idSchema("cmp").safeParse(id).success).toBe(false);
  });

  test("text that is no id is never read as one", () => {
    for (const body of ["", "01k9", "u".repeat(26), "é".repeat(26)]) {
      expect(() => uuidFromBase32(body)).toThrow(RangeError);
    }
  });
});
