import { eachTerm, isStopWord } from "../catalog/index.ts";
import { sumOf } from "./snapshot.ts";

/** A part of our own documents that can answer a question. */
export interface Section {
  /** Document and heading; several passages of one heading share it. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What else it is found by. */
  readonly words?: string;
  /** Tools that it is about, the most important first. */
  readonly tools: readonly string[];
  readonly path: string;
  /** What its score is multiplied by; absent: 1. */
  readonly weight?: number;
}

/** The sections that answer a question, the best first. */
export type SectionSearch = (question: string, limit: number) => Section[];

/** BM25 with its usual parameters. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/**
 * A term of the title counts like this many of the text.
 *
 * **Source** `tests/eval/help`: 84 of 104 questions answered; with 3 instead of 8, 79.
 */
const TITLE_WEIGHT = 8;
/** Less of the question than this is chance. **Units** share of its terms by importance. */
const COVERAGE_MIN = 0.3;

/** Words of questions that say nothing about their subject. */
const ASKING = new Set(
  (
    "how do does did can could may should would will why when where who am not get got use there " +
    "need want happen find show now help"
  ).split(" "),
);

/** The weight of each term; **length** counts the terms below the title. */
interface Terms {
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * Builds a search over sections. A passage counts alone and as a part of all that is below its
 * heading. **Shape** the best first, one for each `id`.
 */
export function createSectionSearch(sections: readonly Section[]): SectionSearch {
  const passages = sections.map((section) => ({ section, terms: indexOf(section) }));
  const groups = Map.groupBy(passages, ({ section }) => section.id);
  const wholes = new Map([...groups].map(([id, all]) => [id, joined(all.map((one) => one.terms))]));
  const counts = summed(passages.flatMap(({ terms }) => [...terms.weights.keys()].map(once)));
  const importanceOf = (term: string) => {
    const count = counts.get(term) ?? 0;
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
  };
  const scoreOf = scorer(
    passages.map(({ terms }) => terms),
    importanceOf,
  );
  const wholeScoreOf = scorer([...wholes.values()], importanceOf);
  return (question, limit) => {
    const asked = new Set(termsOf(question).filter((term) => !ASKING.has(term)));
    const wanted = [...asked].filter((term) => counts.has(term));
    const weigh = (terms: readonly string[]) => sumOf(terms, importanceOf);
    const scored = passages.flatMap(({ section, terms }) => {
      const whole = wholes.get(section.id) ?? terms;
      const covered = weigh(wanted.filter((term) => whole.weights.has(term)));
      if (covered === 0 || covered < COVERAGE_MIN * weigh(wanted)) return [];
      const { weight = 1 } = section;
      const score = weight * (scoreOf(terms, wanted) + wholeScoreOf(whole, wanted));
      return [{ section, score }];
    });
    const best = scored.toSorted((left, right) => right.score - left.score);
    const byId = Map.groupBy(best, ({ section }) => section.id);
    return [...byId.values()].flatMap(([first]) => first?.section ?? []).slice(0, limit);
  };
}

function scorer(documents: readonly Terms[], importanceOf: (term: string) => number) {
  const average = sumOf(documents, ({ length }) => length) / documents.length;
  return ({ weights, length }: Terms, wanted: readonly string[]): number => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average);
    return sumOf(wanted, (term) => {
      const weight = weights.get(term) ?? 0;
      return (importanceOf(term) * weight * (SATURATION + 1)) / (weight + norm);
    });
  };
}

function indexOf({ title, text, words = "" }: Section): Terms {
  const heading = termsOf(title).map((term): Weighted => [term, TITLE_WEIGHT]);
  const body = termsOf(`${text} ${words}`).map(once);
  return { weights: summed([...heading, ...body]), length: body.length };
}

function joined(all: readonly Terms[]): Terms {
  const weights = summed(all.flatMap((terms) => [...terms.weights]));
  return { weights, length: sumOf(all, ({ length }) => length) };
}

type Weighted = readonly [term: string, weight: number];
const once = (term: string): Weighted => [term, 1];

function summed(terms: readonly Weighted[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [term, weight] of terms) sums.set(term, (sums.get(term) ?? 0) + weight);
  return sums;
}

/** The index terms of the product search; names such as `clickUrl` count with their parts. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  const words = `${text} ${(text.match(/\b[a-z]+[A-Z]\w*/g) ?? []).join(" ")}`
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    // What is one word in the documents is often two in a question.
    .replace(/\b(cash|click|post|land|turn|place)[ -](out|id|back|ing|ment)\b/gi, "$1$2");
  eachTerm(words, (term) => {
    if (!isStopWord(term)) terms.push(term);
  });
  return terms;
}
