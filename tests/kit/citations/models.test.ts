import type { Citation } from "@placard/publisher-kit/citations";
import { describe, expect, test } from "vitest";
import { lettersOf, PARSERS, shapeOf } from "./markdown.ts";
import { type Block, type ModelName, type ScriptedAnswer, scriptedAnswer } from "./models.ts";
import { LANGUAGES } from "./phrases.ts";
import { answersToRead, cutAtRandom, PROOF_TIMEOUT_MS, randomFrom, SEED } from "./random.ts";
import { type Reading, readChunks } from "./reading.ts";

const MODELS: readonly ModelName[] = ["obedient", "forgetful", "sloppy"];
/** All answers together are as many as a proof asks for. */
const ANSWERS_EACH = Math.ceil(answersToRead(720) / (MODELS.length * 12));
const LABEL = /\s*\(\[[^\]]*\]\(https:\/\/go\.placard\.example\/r\/\d+\)\)/g;

type Check = (answer: ScriptedAnswer, reading: Reading) => void;

function forEachAnswer(model: ModelName, language: string, check: Check): void {
  for (let seed = SEED; seed < SEED + ANSWERS_EACH; seed += 1) {
    const random = randomFrom(seed);
    const answer = scriptedAnswer({ model, language, random });
    const reading = readChunks(answer.offers, cutAtRandom(answer.text, 12, random));
    try {
      check(answer, reading);
    } catch (error) {
      const { text, offers } = answer;
      const hint = JSON.stringify({ text, output: reading.text, offers });
      throw new Error(`seed ${seed}: ${hint}`, { cause: error });
    }
  }
}

/** The output of a block: from its sentinel to that of the next. */
function regionOf(text: string, blocks: readonly Block[], index: number): string {
  const start = text.indexOf(blocks[index]?.sentinel ?? "");
  const next = blocks[index + 1];
  return text.slice(start, next ? text.indexOf(next.sentinel) : undefined);
}

/** The names that a block shows without the label of an offer that bears this name. */
function unlabelled({ offers, blocks }: ScriptedAnswer, text: string): string[] {
  return blocks.flatMap(({ names }, index) => {
    const region = regionOf(text, blocks, index);
    const { labels } = shapeOf(PARSERS["markdown-it"]?.(region) ?? "");
    return [...names].filter((name) => {
      const bearers = offers.filter(({ sponsor, title }) => name === sponsor || name === title);
      const isLabelled = bearers.some(({ clickUrl, label, sponsor }) =>
        offers.some(
          (offer) =>
            // Campaigns of one sponsor share their tag, so one label stands for both.
            (offer.clickUrl === clickUrl || offer.sponsor === sponsor) &&
            labels.some(
              (link) =>
                link.href === offer.clickUrl && lettersOf(link.text) === lettersOf(label + sponsor),
            ),
        ),
      );
      return !isLabelled;
    });
  });
}

function kindsOf(citations: readonly Citation[]): Record<string, string> {
  return Object.fromEntries(citations.map(({ offerId, kind }) => [offerId, kind]));
}

function billed(kinds: Readonly<Record<string, string>>): string[] {
  return Object.keys(kinds).filter((offerId) => kinds[offerId] !== "ad");
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}

describe.each(MODELS)("a %s model", (model) => {
  test.each(Object.keys(LANGUAGES))(
    "labels every visible influence and bills exactly its marks in %s",
    (language) => {
      forEachAnswer(model, language, (answer, { text, citations }) => {
        expect(unlabelled(answer, text)).toEqual([]);
        expect(kindsOf(citations)).toEqual(Object.fromEntries(answer.cited));
        expect(citations.filter(({ rendered }) => !rendered)).toEqual([]);
        expect(text).not.toMatch(/\[\[|［［|\\\[|(ad|rec|pick)\s*[:：]/i);
      });
    },
    PROOF_TIMEOUT_MS,
  );
});

test(
  "a model that forgets its marks bills nothing, and its words stay as they are",
  () => {
    for (const language of Object.keys(LANGUAGES)) {
      forEachAnswer("forgetful", language, ({ base }, { text, citations }) => {
        expect(citations).toEqual([]);
        expect(withoutSpace(text.replace(LABEL, ""))).toBe(withoutSpace(base));
      });
    }
  },
  PROOF_TIMEOUT_MS,
);

test(
  "an obedient model bills advice and picks, never names and criticism, and keeps its words",
  () => {
    let bills = 0;
    let criticisms = 0;
    for (const language of Object.keys(LANGUAGES)) {
      forEachAnswer("obedient", language, ({ base, cited }, { text, citations }) => {
        const kinds = kindsOf(citations);
        expect(new Set(billed(kinds))).toEqual(new Set(billed(Object.fromEntries(cited))));
        expect(withoutSpace(text.replace(LABEL, ""))).toBe(withoutSpace(base));
        bills += billed(kinds).length;
        criticisms += citations.length - billed(kinds).length;
      });
    }
    expect(bills).toBeGreaterThan(0);
    expect(criticisms).toBeGreaterThan(0);
  },
  PROOF_TIMEOUT_MS,
);

test(
  "citations stand in the order of their first marks",
  () => {
    for (const language of Object.keys(LANGUAGES)) {
      forEachAnswer("obedient", language, ({ cited, offers }, { citations }) => {
        const tagOf = (id: string) => offers.find(({ offerId }) => offerId === id)?.tag;
        // Offers of one tag are cited by the same mark, in any order among themselves.
        const order = (ids: Iterable<string>) => [...new Set([...ids].map(tagOf))];
        expect(order(citations.map(({ offerId }) => offerId))).toEqual(order(cited.keys()));
      });
    }
  },
  PROOF_TIMEOUT_MS,
);
