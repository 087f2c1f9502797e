import { isErrorCode } from "../../contract/advice.ts";
import { NO_FILL_REASONS } from "../../contract/enums.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { EVENT_REASONS } from "../../contract/reasons.ts";
import type { Tool } from "../tool.ts";
import { GOALS, type Goal } from "./goals.ts";

/** The catalogue as the help looks things up in it. */
export interface Shelf {
  readonly tools: readonly Tool[];
  /** Names that resemble a wrong one. */
  nearest(name: string): string[];
}

/** What a question is about. Nothing of its own text is in here but what we know by name. */
export interface Asked {
  readonly codes: readonly ErrorCode[];
  readonly reasons: readonly string[];
  readonly tools: readonly Tool[];
  readonly goals: readonly Goal[];
  readonly requestId?: string;
  readonly campaignId?: string;
}

export interface Question {
  /** All the caller wrote, free of secrets. */
  readonly text: string;
  readonly toolName: string | undefined;
  readonly errorCode: string | undefined;
  readonly requestId: string | undefined;
}

const GOALS_MAX = 2;
const TOOLS_MAX = 3;
const REQUEST_ID = /\breq_[0-7][0-9a-hjkmnp-tv-z]{25}\b/;
const CAMPAIGN_ID = /\bcmp_[0-7][0-9a-hjkmnp-tv-z]{25}\b/;

/** Finds in a question what the exchange knows: codes, reasons, tools, ids, and what is wanted. */
export function readQuestion(question: Question, shelf: Shelf): Asked {
  const { text, toolName, errorCode } = question;
  const names = namesIn(text);
  const named = [...(toolName === undefined ? [] : [nameOf(toolName)]), ...names];
  const codeNames = [...(errorCode === undefined ? [] : [nameOf(errorCode)]), ...names];
  const words = wordsOf(text);
  const requestId = REQUEST_ID.exec(question.requestId ?? "") ?? REQUEST_ID.exec(text);
  const campaignId = CAMPAIGN_ID.exec(text);
  const codes = unique([...codeNames, ...phrasesOf(words)].filter(isErrorCode));
  const reasons: readonly string[] = [...EVENT_REASONS, ...NO_FILL_REASONS];
  return {
    codes,
    reasons: unique(names.filter((name) => reasons.includes(name))),
    tools: toolsIn({ named, words, codes }, shelf),
    goals: goalsIn(words),
    ...(requestId === null ? {} : { requestId: requestId[0] }),
    ...(campaignId === null ? {} : { campaignId: campaignId[0] }),
  };
}

function nameOf(name: string): string {
  return snakeCase(name.trim()).slice(0, NAME_MAX);
}

const NAME_MAX = 64;
const NAMES_MAX = 50;

/** Words with an underscore, a hyphen or a hump in them: names, perhaps mistyped. */
function namesIn(text: string): string[] {
  const found = text.match(/[A-Za-z]+(?:[_-][A-Za-z]+|[A-Z][a-z]+)+/g) ?? [];
  return unique(found.slice(0, NAMES_MAX).map((name) => snakeCase(name).slice(0, NAME_MAX)));
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

const WORDS_MAX = 600;

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, WORDS_MAX);
}

/** Two and three words in a row as one name: "list placement" is `list_placement`. */
function phrasesOf(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [second, third] = words.slice(index + 1);
    if (second === undefined) return [word];
    const two = `${word}_${second}`;
    return third === undefined ? [word, two] : [word, two, `${two}_${third}`];
  });
}

interface Found {
  readonly named: readonly string[];
  readonly words: readonly string[];
  readonly codes: readonly string[];
}

function toolsIn({ named, words, codes }: Found, shelf: Shelf): Tool[] {
  const byName = (name: string) => shelf.tools.find((tool) => tool.name === name);
  const exact = [...named, ...phrasesOf(words)].flatMap((name) => byName(name) ?? []);
  if (exact.length > 0) return unique(exact).slice(0, TOOLS_MAX);
  const strange = named.filter((name) => name.includes("_") && !codes.includes(name));
  const meant = strange.flatMap((name) => shelf.nearest(name).slice(0, 1));
  const near = meant.flatMap((name) => byName(name) ?? []);
  if (near.length > 0) return unique(near).slice(0, TOOLS_MAX);
  return byTitle(words, shelf.tools);
}

/** Tools whose whole title was said, such as "cancel a cashout"; small words do not count. */
function byTitle(words: readonly string[], tools: readonly Tool[]): Tool[] {
  const said = new Set(words.map(stem));
  return tools
    .filter((tool) => {
      const title = wordsOf(tool.title).filter((word) => !SMALL.has(word));
      return title.length > 1 && title.every((word) => said.has(stem(word)));
    })
    .slice(0, TOOLS_MAX);
}

const SMALL = new Set(["a", "an", "the", "of", "by", "to", "in", "at", "one", "once", "who", "am"]);

function stem(word: string): string {
  return word.length > 3 ? word.replace(/(?:ies|es|s)$/, "") : word;
}

/** The goals of which most words were said. */
function goalsIn(words: readonly string[]): Goal[] {
  const text = ` ${words.join(" ")} `;
  return GOALS.map((goal) => ({
    goal,
    hits: goal.words.filter((word) => text.includes(` ${word}`)).length,
  }))
    .filter(({ hits }) => hits > 0)
    .toSorted((left, right) => right.hits - left.hits)
    .slice(0, GOALS_MAX)
    .map(({ goal }) => goal);
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
