import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { silentLogger } from "../../../../server/src/core/log.ts";
import {
  holderOf,
  openRangeFile,
  parseIp,
  parseRanges,
} from "../../../../server/src/domain/traffic/ranges.ts";

const addressOf = (text: string) => {
  const address = parseIp(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
};
const holder = (text: string) => holderOf(addressOf(text));

describe("an address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1:443"],
    ["192.0.2.1", "::ffff:192.0.2.1"],
    ["192.0.2.1", "::ffff:c000:201"],
    ["192.0.2.1", " 192.0.2.1 "],
    ["192.0.2.1", "[::ffff:192.0.2.1]:8080"],
    ["2001:db8::1", "2001:0DB8:0:0:0:0:0:1"],
    ["2001:db8::1", "[2001:db8::1]"],
    ["2001:db8::1", "[2001:db8::1]:443"],
    ["2001:db8::1", "2001:db8::1%eth0"],
  ])("%s may also be written %s", (plain, other) => {
    expect(parseIp(other)).toEqual(parseIp(plain));
  });

  test.each(["", "unknown", "192.0.2", "192.0.2.256", "0x7f.1", "2001:db8::g", "a, b", "::1::"])(
    "%j is none",
    (text) => {
      expect(parseIp(text)).toBeUndefined();
    },
  );

  test("stands for all of its /64, because one party holds that", () => {
    expect(holder("2001:db8:1:2::1")).toBe(holder("2001:db8:1:2:ffff::9"));
    expect(holder("2001:db8:1:2::1")).not.toBe(holder("2001:db8:1:3::1"));
    expect(holder("192.0.2.1")).not.toBe(holder("192.0.2.2"));
    expect(holder("0.0.0.1")).not.toBe(holder("::1:0:0:0:1"));
  });
});

describe("a list of ranges", () => {
  const ranges = parseRanges(
    [
      "# Clouds",
      "192.0.2.0/24 # documentation",
      "",
      "  198.51.100.7/24\r",
      "203.0.113.9",
      "2001:db8::/32",
      "2001:db9::5",
      "::ffff:10.0.0.0/104",
    ].join("\n"),
  );
  const has = (text: string) => ranges.has(addressOf(text));

  test.each([
    "192.0.2.0",
    "192.0.2.255",
    "::ffff:192.0.2.9",
    "198.51.100.0",
    "198.51.100.255",
    "203.0.113.9",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::5",
    "10.255.0.1",
  ])("has %s", (text) => {
    expect(has(text)).toBe(true);
  });

  test.each([
    "192.0.1.255",
    "192.0.3.0",
    "198.51.99.255",
    "203.0.113.8",
    "203.0.113.10",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::4",
    "11.0.0.0",
    "0.0.0.0",
    "::",
  ])("has not %s", (text) => {
    expect(has(text)).toBe(false);
  });

  test("may hold everything, or nothing", () => {
    expect(parseRanges("0.0.0.0/0").has(addressOf("255.255.255.255"))).toBe(true);
    expect(parseRanges("0.0.0.0/0").has(addressOf("::1"))).toBe(false);
    expect(parseRanges("# nothing\n\n").size).toBe(0);
  });

  test.each([
    ["192.0.2.0/33", 1],
    ["192.0.2.0/-1", 1],
    ["192.0.2.0/", 1],
    ["192.0.2.0/8/8", 1],
    ["example.com", 1],
    ["10.0.0.0/8\n2001:db8::/129", 2],
    ["10.0.0.0/8\n# x\n10.0.0.0-10.0.0.9", 3],
    ["::ffff:10.0.0.0/95", 1],
  ])("%j is refused by its line", (text, line) => {
    expect(() => parseRanges(text)).toThrow(`line ${line}:`);
  });

  test("agrees with reading it from top to bottom, also where ranges overlap and touch", () => {
    let state = 20_261_120;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const entries = Array.from({ length: 400 }, () => ({
      base: (10 << 24) + random(65_536),
      length: 20 + random(13),
    }));
    const dotted = (value: number) =>
      [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
    const list = parseRanges(
      entries.map(({ base, length }) => `${dotted(base)}/${length}`).join("\n"),
    );
    expect(list.size).toBeLessThan(400);
    for (let value = 10 << 24; value < (10 << 24) + 66_000; value += 1) {
      const listed = entries.some(
        ({ base, length }) => base >>> (32 - length) === value >>> (32 - length),
      );
      if (list.has(addressOf(dotted(value))) !== listed) {
        throw new Error(`${dotted(value)} should be ${listed}`);
      }
    }
  });
});

describe("the file of ranges", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "ranges-"));
    path = join(folder, "ranges.txt");
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = () => openRangeFile({ path, logger: silentLogger });
  const cloud = addressOf("192.0.2.1");

  test("that is missing or wrong stops the start", async () => {
    await expect(open()).rejects.toThrow("ENOENT");
    await writeFile(path, "10.0.0.0/8\nnonsense\n");
    await expect(open()).rejects.toThrow("line 2");
  });

  test("is followed when it changes, and keeps its ranges when it is wrong", async () => {
    await writeFile(path, "10.0.0.0/8\n");
    const file = await open();
    expect(file.has(cloud)).toBe(false);
    await writeFile(path, "10.0.0.0/8\n192.0.2.0/24\n");
    await file.refresh();
    expect(file.has(cloud)).toBe(true);
    await writeFile(path, "half a li");
    await file.refresh();
    expect(file.has(cloud)).toBe(true);
    await rm(path);
    await file.refresh();
    expect(file.has(cloud)).toBe(true);
    await writeFile(`${path}.new`, "10.0.0.0/8\n");
    await rename(`${path}.new`, path);
    await file.refresh();
    expect(file.has(cloud)).toBe(false);
    file.close();
  });

  test("is noticed without being told", async () => {
    await writeFile(path, "10.0.0.0/8\n");
    const file = await open();
    await writeFile(path, "192.0.2.0/24\n");
    await expect.poll(() => file.has(cloud), { timeout: 5_000, interval: 50 }).toBe(true);
    file.close();
  });
});
