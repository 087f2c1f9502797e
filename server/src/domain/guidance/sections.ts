import { invariant } from "../../core/invariant.ts";
import { eachTerm, isStopWord } from "../catalog/index.ts";

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
  /** Path of the page that has it. */
  readonly path: string;
}

interface Indexed {
  readonly section: Section;
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

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
    "need happen find show now help"
  ).split(" "),
);

/** A passage counts alone and, with this share, as a part of all that is below its heading. */
const WHOLE_SHARE = 1;

/** Builds a search over sections. **Shape** the best first, one for each `id`. */
export function createSectionSearch(
  sections: readonly Section[],
): (question: string, limit: number) => Section[] {
  const parts = sections.map(indexOf);
  const wholes = new Map([...Map.groupBy(parts, ({ section }) => section.id)].map(wholeOf));
  const importance = importanceIn(parts);
  const scoreOf = scorer(parts);
  const wholeScoreOf = scorer([...wholes.values()]);
  return (question, limit) => {
    const terms = new Set(termsOf(question).filter((term) => !ASKING.has(term)));
    const wanted = [...terms].flatMap((term) => {
      const weight = importance.get(term);
      return weight === undefined ? [] : [[term, weight] as const];
    });
    const total = wanted.reduce((sum, [, weight]) => sum + weight, 0);
    const scored = parts.flatMap((part) => {
      const whole = wholes.get(part.section.id) ?? part;
      const known = wanted.filter(([term]) => whole.weights.has(term));
      const covered = known.reduce((sum, [, weight]) => sum + weight, 0);
      if (covered === 0 || covered < COVERAGE_MIN * total) return [];
      const score = scoreOf(part, wanted) + WHOLE_SHARE * wholeScoreOf(whole, wanted);
      return [{ section: part.section, score }];
    });
    const best = scored.toSorted((left, right) => right.score - left.score);
    const byId = new Map<string, Section>();
    for (const { section } of best) if (!byId.has(section.id)) byId.set(section.id, section);
    return [...byId.values()].slice(0, limit);
  };
}

/** Inverse document frequency of every term. */
function importanceIn(parts: readonly Indexed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { weights } of parts) {
    for (const term of weights.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const rarity = (count: number) => Math.log(1 + (parts.length - count + 0.5) / (count + 0.5));
  return new Map([...counts].map(([term, count]) => [term, rarity(count)]));
}

function scorer(among: readonly Indexed[]) {
  const averageLength = among.reduce((sum, { length }) => sum + length, 0) / among.length;
  return ({ weights, length }: Indexed, wanted: readonly (readonly [string, number])[]): number => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / averageLength);
    return wanted.reduce((sum, [term, importance]) => {
      const weight = weights.get(term) ?? 0;
      return sum + (importance * weight * (SATURATION + 1)) / (weight + norm);
    }, 0);
  };
}

function wholeOf([id, parts]: readonly [string, readonly Indexed[]]): readonly [string, Indexed] {
  const [first] = parts;
  invariant(first !== undefined, "A group has a member.");
  const weights = new Map<string, number>();
  for (const [term, weight] of parts.flatMap((part) => [...part.weights])) {
    weights.set(term, (weights.get(term) ?? 0) + weight);
  }
  return [id, { ...first, weights, length: parts.reduce((sum, { length }) => sum + length, 0) }];
}

function indexOf(section: Section): Indexed {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    const terms = termsOf(text);
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
    return terms.length;
  };
  add(section.title, TITLE_WEIGHT);
  return { section, weights, length: add(`${section.text} ${section.words ?? ""}`, 1) };
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
