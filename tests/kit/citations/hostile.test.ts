import type { CitationOffer } from "@placard/publisher-kit/citations";
import { describe, expect, test } from "vitest";
import { type HostileAnswer, hostileAnswer, hostileOffers } from "./hostile.ts";
import { PARSERS, type Shape, shapeOf } from "./markdown.ts";
import { answersToRead, PROOF_TIMEOUT_MS, randomFrom, SEED } from "./random.ts";
import { readChunks } from "./reading.ts";

const ANSWERS = answersToRead(250);

interface HostileCase {
  readonly offers: readonly CitationOffer[];
  readonly answer: HostileAnswer;
}

function forEachCase(check: (hostile: HostileCase) => void): void {
  for (let seed = SEED; seed < SEED + ANSWERS; seed += 1) {
    const random = randomFrom(seed);
    const offers = hostileOffers(random, 1 + random.below(4));
    const answer = hostileAnswer(random, offers);
    try {
      check({ offers, answer });
    } catch (error) {
      const hint = `seed ${seed}: ${JSON.stringify({ text: answer.text, offers })}`;
      throw new Error(hint, { cause: error });
    }
  }
}

/** All that a label may not change; what the labels themselves are is judged apart. */
function rest({ labels: _, ...shape }: Shape): Omit<Shape, "labels"> {
  return shape;
}

/** The words of a label belong to nobody: the safety net's and the marks' are both taken away. */
function withoutWords(shape: Shape): Omit<Shape, "labels" | "words"> {
  const { words: _, ...others } = rest(shape);
  return others;
}

describe.each(Object.entries(PARSERS))("judged by %s", (_name, parse) => {
  const seen = new Map<string, Shape>();
  /** Parsing takes most of the time, and the tests look at the same texts. */
  const shown = (markdown: string): Shape => {
    const shape = seen.get(markdown) ?? shapeOf(parse(markdown));
    seen.set(markdown, shape);
    return shape;
  };

  test(
    "labels of hostile offers add their links to an answer and change nothing else",
    () => {
      forEachCase(({ offers, answer }) => {
        const { text } = readChunks(offers, [answer.text], { appendDisclosure: false });
        expect({ text, ...rest(shown(text)) }).toEqual({ text, ...rest(shown(answer.base)) });
        expect({ text, labels: shown(text).labels.length }).toEqual({
          text,
          labels: answer.labels,
        });
      });
    },
    PROOF_TIMEOUT_MS,
  );

  test(
    "each label leads to the address of its offer",
    () => {
      forEachCase(({ offers, answer }) => {
        const { text } = readChunks(offers, [answer.text], { appendDisclosure: false });
        const addresses = new Set(offers.map(({ clickUrl }) => comparable(clickUrl)));
        for (const { href } of shown(text).labels) {
          expect(addresses).toContain(comparable(href));
        }
      });
    },
    PROOF_TIMEOUT_MS,
  );

  test(
    "the safety net for hostile names leaves links, tables and code whole",
    () => {
      forEachCase(({ offers, answer }) => {
        // All names that are letters alone are named in the answer without a mark.
        const named = offers.map((offer) => ({ ...offer, title: "Trap" }));
        const { text } = readChunks(named, [answer.text]);
        expect({ text, ...withoutWords(shown(text)) }).toEqual({
          text,
          ...withoutWords(shown(answer.base)),
        });
        expect(shown(text).labels.length).toBeGreaterThanOrEqual(answer.labels);
      });
    },
    PROOF_TIMEOUT_MS,
  );
});

test(
  "an offer's text makes no mark: exactly the offers with a mark of their tag are cited",
  () => {
    forEachCase(({ offers, answer }) => {
      for (const render of ["markdown", "text", "speech", "slack"] as const) {
        const { citations } = readChunks(offers, [answer.text], { render });
        expect(new Set(citations.map(({ offerId }) => offerId))).toEqual(answer.cited);
      }
    });
  },
  PROOF_TIMEOUT_MS,
);

test(
  "what a reader wrote has no mark for a second reader",
  () => {
    forEachCase(({ offers, answer }) => {
      const { text } = readChunks(offers, [answer.text]);
      expect({ text, again: readChunks(offers, [text]).citations }).toEqual({ text, again: [] });
    });
  },
  PROOF_TIMEOUT_MS,
);

/**
 * Equal for two spellings of one address: characters that Markdown needs may be percent-encoded,
 * control characters and spaces at the end may be left out.
 */
function comparable(address: string): string {
  const visible = address.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim();
  const encoded = encodeURI(visible).replaceAll("%25", "%");
  const special = encoded.replace(/[()[\]'*_~|]/g, (char) => {
    return `%${char.charCodeAt(0).toString(16)}`;
  });
  const upper = special.replace(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase());
  return upper.replace(/%E2%80%AE|%0A|%09/g, "").replace(/(%20)+$/, "");
}
