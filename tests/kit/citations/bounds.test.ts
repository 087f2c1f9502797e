import type { CitationOffer } from "@placard/publisher-kit/citations";
import { describe, expect, test } from "vitest";
import { randomOffers } from "./offers.ts";
import { randomFrom } from "./random.ts";
import { MARK_LENGTH_MAX, readChunks } from "./reading.ts";

const offers: CitationOffer[] = randomOffers(randomFrom(7), { count: 10, label: "Ad" });
const [first] = offers;
const name = first?.sponsor ?? "";
const mark = `[[rec:${first?.tag ?? ""}]]`;

const BASE64 = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3ODkw";
const SIZE = 8_000;
const GROWTH = 16;
/**
 * Linear work takes 16 times as long for 16 times the text, quadratic work 256 times. What is
 * below this is no quadratic work, even on a busy machine.
 */
const RATIO_MAX = 100;
/** Shorter times are mostly the clock's and the compiler's. */
const SHORT_MS = 5;
const RUNS = 4;

/** What this thread has computed so far: other programs on the machine don't count. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The least of several runs, since a run may collect another's garbage; enough is enough. */
function shortestMs(enoughMs: number, run: () => void): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < RUNS && shortest > enoughMs; count += 1) {
    const before = computedMs();
    run();
    shortest = Math.min(shortest, computedMs() - before);
  }
  return shortest;
}

function filled(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
}

function growth(unit: string, chunkSize: number): number {
  const [small, large] = [SIZE, SIZE * GROWTH].map((size) => {
    return chunksOf(filled(unit, size), chunkSize);
  });
  const smallMs = shortestMs(SHORT_MS, () => readChunks(offers, small ?? []));
  const unitMs = Math.max(smallMs, SHORT_MS);
  return shortestMs(unitMs * RATIO_MAX, () => readChunks(offers, large ?? [])) / unitMs;
}

function chunksOf(text: string, size: number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
  return chunks;
}

const UNITS: readonly [string, string][] = [
  ["prose", "The lamp is bright and quiet. "],
  ["paragraphs", "The lamp is bright.\n\n"],
  ["one line of base64", BASE64],
  ["opening brackets", "["],
  ["pairs of brackets", "[["],
  ["full-width brackets", "［"],
  ["beginnings of marks", "[[rec:"],
  ["nested marks", "[[rec:[[pick:"],
  ["backslashes", "\\"],
  ["escaped brackets", "\\[\\["],
  ["backticks", "`"],
  ["open code spans", "a ` b `` c ``` "],
  ["links", "[a](https://x.example/b) "],
  ["open links", "[a ["],
  ["pipes", "| "],
  ["table rows", "| a | b |\n"],
  ["list items", "- item\n"],
  ["open reasoning", "<think>"],
  ["angles", "<"],
  ["spaces", " "],
  ["line ends", "\n"],
  ["names", `${name} `],
  ["names in paragraphs", `${name} shines.\n\n`],
  ["marks", `${mark} `],
  ["marks in link text", `[a ${mark}](https://x.example/b) `],
  ["marks in open link text", `[a ${mark} `],
  ["braces", "{"],
];

describe("work grows with the answer's length for", () => {
  test.each(UNITS)(
    "%s in one chunk",
    (_name, unit) => {
      expect(growth(unit, Number.MAX_SAFE_INTEGER)).toBeLessThan(RATIO_MAX);
    },
    60_000,
  );

  test.each(UNITS)(
    "%s in chunks of four characters",
    (_name, unit) => {
      expect(growth(unit, 4)).toBeLessThan(RATIO_MAX);
    },
    60_000,
  );
});

test.each(UNITS)("%s are never held for longer than a mark", (_name, unit) => {
  const text = filled(unit, 2_000);
  const reader = readChunks(offers, text.split(""), { appendDisclosure: false });
  let silent = 0;
  for (const [index, shown] of reader.shown.entries()) {
    silent = shown === "" ? silent + 1 : 0;
    // A mark that vanishes shows nothing, so a row of them may be silent for long.
    const isMarks = unit.includes(":");
    if (!isMarks || unit.startsWith("[a ")) {
      expect({ index, silent: silent <= MARK_LENGTH_MAX }).toEqual({ index, silent: true });
    }
  }
});

test("80 KB of base64 in an answer stay as they are", () => {
  const answer = `Here: ![a](data:image/png;base64,${filled(BASE64, 80_000)}) and ${name} ${mark}.`;
  const { text, citations } = readChunks(offers, chunksOf(answer, 1_000));
  expect(text.startsWith(answer.slice(0, answer.indexOf(mark)))).toBe(true);
  expect(citations.length).toBeGreaterThan(0);
});

test("thousands of marks keep their offers cited once", () => {
  const { text, citations } = readChunks(offers, [filled(`${name} ${mark}. `, 200_000)]);
  const ids = citations.map(({ offerId }) => offerId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(text).not.toContain("[[");
});
