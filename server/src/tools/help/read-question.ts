import { isErrorCode } from "../../contract/advice.ts";
import { NO_FILL_REASONS } from "../../contract/enums.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { EVENT_REASONS } from "../../contract/reasons.ts";
import type { Section } from "../../domain/guidance/index.ts";
import type { Tool } from "../tool.ts";

/** The catalogue and the documents, as the help looks things up in them. */
export interface Library {
  readonly tools: readonly Tool[];
  /** Names that resemble a wrong one. */
  nearest(name: string): string[];
  /** The sections of our documents that answer a question best. */
  find(question: string, limit: number): Section[];
}

/** What an agent may want instead of an answer: a question that is one of these words. */
const GOALS = {
  sell: "sell",
  buy: "buy",
  book: "buy",
  brand: "buy",
  brands: "buy",
  cashout: "sell",
  product: "products",
  products: "products",
} as const;
export type Goal = (typeof GOALS)[keyof typeof GOALS];
const GOAL_OF: ReadonlyMap<string, Goal> = new Map(Object.entries(GOALS));

/** What a question is about. It contains nothing of the question's text but names of ours. */
export interface Asked {
  readonly codes: readonly ErrorCode[];
  readonly reasons: readonly string[];
  readonly tools: readonly Tool[];
  readonly sections: readonly Section[];
  readonly goal?: Goal;
  readonly requestId?: string;
  readonly campaignId?: string;
}

export interface Question {
  /** All the caller wrote, without secrets. */
  readonly text: string;
  readonly toolName: string | undefined;
  readonly errorCode: string | undefined;
  readonly requestId: string | undefined;
}

const TOOLS_MAX = 3;
const SECTIONS_MAX = 3;
const NAME_MAX = 64;
const NAMES_MAX = 50;
const WORDS_MAX = 600;
const REQUEST_ID = /\breq_[0-7][0-9a-hjkmnp-tv-z]{25}\b/;
const CAMPAIGN_ID = /\bcmp_[0-7][0-9a-hjkmnp-tv-z]{25}\b/;

/** Finds in a question the codes, reasons, tools and ids it names, and the sections about it. */
export function readQuestion(question: Question, library: Library): Asked {
  const { text, toolName, errorCode } = question;
  const written = namesIn(text);
  const words = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, WORDS_MAX);
  const named = [...(toolName === undefined ? [] : [snakeCase(toolName)]), ...written];
  const coded = [...(errorCode === undefined ? [] : [snakeCase(errorCode)]), ...written];
  const codes = unique([...coded, ...phrasesOf(words)].filter(isErrorCode));
  const reasons: readonly string[] = [...EVENT_REASONS, ...NO_FILL_REASONS];
  const requestId = REQUEST_ID.exec(question.requestId ?? "") ?? REQUEST_ID.exec(text);
  const campaignId = CAMPAIGN_ID.exec(text);
  const goal = GOAL_OF.get(text.split("\n", 1)[0]?.trim().toLowerCase() ?? "");
  return {
    codes,
    reasons: unique(written.filter((name) => reasons.includes(name))),
    tools: toolsIn({ named, said: phrasesOf(words), codes }, library),
    sections: library.find(text, SECTIONS_MAX),
    ...(goal === undefined ? {} : { goal }),
    ...(requestId === null ? {} : { requestId: requestId[0] }),
    ...(campaignId === null ? {} : { campaignId: campaignId[0] }),
  };
}

/** Words with an underscore, a hyphen or a hump in them: names, perhaps mistyped. */
function namesIn(text: string): string[] {
  const found = text.match(/[A-Za-z]+(?:[_-][A-Za-z]+|[A-Z][a-z]+)+/g) ?? [];
  return unique(found.slice(0, NAMES_MAX).map(snakeCase));
}

function snakeCase(name: string): string {
  const spaced = name.trim().replace(/([a-z])([A-Z])/g, "$1_$2");
  return spaced.replaceAll("-", "_").toLowerCase().slice(0, NAME_MAX);
}

/** Two and three words in a row as one name: "list placement" is `list_placement`. */
function phrasesOf(words: readonly string[]): string[] {
  return words.flatMap((word, index) =>
    [1, 2, 3].map((count) => [word, ...words.slice(index + 1, index + count)].join("_")),
  );
}

interface Names {
  readonly named: readonly string[];
  readonly said: readonly string[];
  readonly codes: readonly string[];
}

function toolsIn({ named, said, codes }: Names, library: Library): Tool[] {
  const byName = (name: string) => library.tools.find((tool) => tool.name === name) ?? [];
  const exact = [...named, ...said].flatMap(byName);
  if (exact.length > 0) return unique(exact).slice(0, TOOLS_MAX);
  const unknown = named.filter((name) => name.includes("_") && !codes.includes(name));
  const near = unknown.flatMap((name) => library.nearest(name).slice(0, 1)).flatMap(byName);
  return unique(near).slice(0, TOOLS_MAX);
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
