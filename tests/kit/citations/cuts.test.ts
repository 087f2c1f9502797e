import { expect, test } from "vitest";
import { type RandomAnswer, randomAnswer, SENTINEL } from "./answers.ts";
import { answersToRead, cutAtRandom, PROOF_TIMEOUT_MS, randomFrom, SEED } from "./random.ts";
import { MARK_LENGTH_MAX, readChunks, type Steps } from "./reading.ts";

const ANSWERS = answersToRead(800);

/** A failure names its seed: `CITATION_SEED=n` and one answer read it again. */
function forEachAnswer(check: (answer: RandomAnswer, seed: number) => void): void {
  for (let seed = SEED; seed < SEED + ANSWERS; seed += 1) {
    const answer = randomAnswer(randomFrom(seed));
    try {
      check(answer, seed);
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(answer.text)}`, { cause: error });
    }
  }
}

/** Three ways to cut an answer: into characters, and into random chunks short and long. */
function cutsOf(answer: string, seed: number): string[][] {
  const random = randomFrom(seed * 31 + 7);
  return [answer.split(""), cutAtRandom(answer, 7, random), cutAtRandom(answer, 90, random)];
}

test(
  "text and citations are the same however an answer is cut",
  () => {
    forEachAnswer(({ text, offers }, seed) => {
      const whole = readChunks(offers, [text]);
      for (const chunks of cutsOf(text, seed)) {
        const cut = readChunks(offers, chunks);
        expect(cut.text).toBe(whole.text);
        expect(cut.citations).toEqual(whole.citations);
      }
    });
  },
  PROOF_TIMEOUT_MS,
);

test(
  "a position is where a label begins, and only offers with a mark are cited",
  () => {
    let cited = 0;
    forEachAnswer(({ text, offers, possible, certain }) => {
      const whole = readChunks(offers, [text]);
      const ids = whole.citations.map(({ offerId }) => offerId);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(possible).toContain(id);
      for (const id of certain) expect(ids).toContain(id);
      for (const citation of whole.citations) {
        const offer = offers.find(({ offerId }) => offerId === citation.offerId);
        expect(citation.rendered).toBe(true);
        expect(whole.text.slice(citation.position)).toMatch(/^\(\[/);
        expect(whole.text.slice(citation.position + 2)).toContain(offer?.label);
      }
      cited += ids.length;
    });
    expect(cited).toBeGreaterThan(ANSWERS / 2);
  },
  PROOF_TIMEOUT_MS,
);

/** For each UTF-16 unit whether it is sure that nothing is held once it has been pushed. */
function settledUnits({ pieces }: RandomAnswer): boolean[] {
  const settled: boolean[] = [];
  let waits = 0;
  for (const { text, hold } of pieces) {
    if (hold === "quiet") {
      for (let unit = 0; unit < text.length; unit += 1) {
        waits = Math.max(0, waits - 1);
        settled.push(waits === 0);
      }
    } else {
      waits = Math.max(waits, hold === "brief" ? 3 : MARK_LENGTH_MAX);
      for (let unit = 0; unit < text.length; unit += 1) settled.push(false);
    }
  }
  return settled;
}

/** Half a surrogate pair may wait for its other half. */
function endsWith(shown: string, chunk: string): boolean {
  const isHalf = /[\ud800-\udbff]$/.test(chunk);
  return shown.endsWith(chunk) || (isHalf && shown.endsWith(chunk.slice(0, -1)));
}

function delayedChunks(answer: RandomAnswer, chunks: readonly string[], steps: Steps): string[] {
  const settled = settledUnits(answer);
  const delayed: string[] = [];
  let start = 0;
  for (const [index, chunk] of chunks.entries()) {
    const end = start + chunk.length;
    const isSettled = start > 0 && settled.slice(start - 1, end).every(Boolean);
    // At the end of a line the label of the safety net may come with it.
    if (isSettled && !/[\s]/.test(chunk)) {
      const shown = steps.shown[index] ?? "";
      if (!endsWith(shown, chunk)) delayed.push(`${chunk} showed ${shown}`);
    }
    start = end;
  }
  return delayed;
}

test(
  "what can't begin a mark is shown at once",
  () => {
    let checked = 0;
    forEachAnswer((answer, seed) => {
      for (const chunks of cutsOf(answer.text, seed)) {
        const steps = readChunks(answer.offers, chunks);
        expect(delayedChunks(answer, chunks, steps)).toEqual([]);
        checked += chunks.length;
      }
    });
    expect(checked).toBeGreaterThan(ANSWERS);
  },
  PROOF_TIMEOUT_MS,
);

test(
  "what has been shown depends on what was pushed and not on its chunks",
  () => {
    forEachAnswer(({ text, offers }, seed) => {
      const cut = 1 + randomFrom(seed).below(Math.max(1, text.length - 1));
      const begin = text.slice(0, cut);
      const chunks = begin.split("");
      const whole = readChunks(offers, [begin]).shown.join("");
      expect(readChunks(offers, chunks).shown.join("")).toBe(whole);
    });
  },
  PROOF_TIMEOUT_MS,
);

test(
  "never more than one mark is held, and no word is lost",
  () => {
    forEachAnswer((answer) => {
      const { text, offers, pieces } = answer;
      const steps = readChunks(offers, text.split(""));
      const isRagged = pieces.some(({ hold }) => hold === "ragged");
      const words = [...text.matchAll(SENTINEL)];
      if (!isRagged) for (const [word] of words) expect(steps.text).toContain(word);
      let shown = "";
      let next = 0;
      for (const [index, chunk] of steps.shown.entries()) {
        shown += chunk;
        const word = words[next];
        if (!word || index + 1 < word.index + word[0].length + MARK_LENGTH_MAX) continue;
        if (steps.text.includes(word[0])) expect(shown).toContain(word[0]);
        next += 1;
      }
    });
  },
  PROOF_TIMEOUT_MS,
);
