import { isErrorCode } from "../../contract/advice.ts";
import { NO_FILL_REASONS } from "../../contract/enums.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { ID_BODY_PATTERN } from "../../contract/ids.ts";
import { EVENT_REASONS } from "../../contract/reasons.ts";
import { keysOf } from "../../contract/records.ts";
import { findSnapshot, type Section, type Snapshot } from "../../domain/guidance/index.ts";
import { isPlatformWallet } from "../../domain/platform/index.ts";
import type { Tool, ToolContext } from "../tool.ts";

/** The catalogue and the documents, as the help looks things up in them. */
export interface Library {
  readonly tools: readonly Tool[];
  /** Names that resemble a wrong one. */
  nearest(name: string): string[];
  /** The sections of our documents that answer a question best. */
  find(question: string, limit: number): Section[];
}

type Goal = "sell" | "buy" | "products";

/** A question that is one of these words names a goal. */
const GOALS: Readonly<Record<Goal, readonly string[]>> = {
  sell: ["sell", "cashout"],
  buy: ["buy", "book", "brand", "brands"],
  products: ["product", "products"],
};
const REASONS: readonly string[] = [...EVENT_REASONS, ...NO_FILL_REASONS];

/** What a question is about. It contains nothing of the question's text but names of ours. */
export interface Asked {
  readonly codes: readonly ErrorCode[];
  readonly reasons: readonly string[];
  readonly tools: readonly Tool[];
  readonly sections: readonly Section[];
  readonly goal: Goal | undefined;
  readonly requestId: string | undefined;
  readonly campaignId: string | undefined;
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
const REQUEST_ID = new RegExp(`\\breq_${ID_BODY_PATTERN}\\b`);
const CAMPAIGN_ID = new RegExp(`\\bcmp_${ID_BODY_PATTERN}\\b`);

/** Finds in a question the codes, reasons, tools and ids it names, and the sections about it. */
export function readQuestion(question: Question, library: Library): Asked {
  const { text, toolName = "", errorCode = "", requestId = "" } = question;
  const written = namesIn(text);
  const said = phrasesOf(text);
  const codes = unique([snakeCase(errorCode), ...written, ...said].filter(isErrorCode));
  const byName = (name: string) => library.tools.find((tool) => tool.name === name) ?? [];
  const named = [snakeCase(toolName), ...written];
  const exact = [...named, ...said].flatMap(byName);
  const unknown = named.filter((name) => name.includes("_") && !isErrorCode(name));
  const near = unknown.flatMap((name) => library.nearest(name).slice(0, 1)).flatMap(byName);
  const [firstLine = ""] = text.trim().toLowerCase().split("\n", 1);
  const goal = keysOf(GOALS).find((one) => GOALS[one].includes(firstLine.trim()));
  const [request] = REQUEST_ID.exec(requestId) ?? REQUEST_ID.exec(text) ?? [];
  const [campaign] = CAMPAIGN_ID.exec(text) ?? [];
  return {
    codes,
    reasons: unique(written.filter((name) => REASONS.includes(name))),
    tools: unique(exact.length > 0 ? exact : near).slice(0, TOOLS_MAX),
    sections: library.find(text, SECTIONS_MAX),
    goal,
    requestId: request,
    campaignId: campaign,
  };
}

/** Words with an underscore, a hyphen or an inner capital: names, perhaps mistyped. */
function namesIn(text: string): string[] {
  const found = text.match(/[A-Za-z]+(?:[_-][A-Za-z]+|[A-Z][a-z]+)+/g) ?? [];
  return unique(found.slice(0, NAMES_MAX).map(snakeCase));
}

function snakeCase(name: string): string {
  const spaced = name.trim().replace(/([a-z])([A-Z])/g, "$1_$2");
  return spaced.replaceAll("-", "_").toLowerCase().slice(0, NAME_MAX);
}

/** One to three words in a row as one name: "list placement" is `list_placement`. */
function phrasesOf(text: string): string[] {
  const words = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, WORDS_MAX);
  return words.flatMap((_word, start) =>
    [1, 2, 3].map((count) => words.slice(start, start + count).join("_")),
  );
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** Where the caller stands, with what settled a moment ago. */
export async function snapshotOf(ctx: ToolContext): Promise<Snapshot> {
  const { agent } = ctx.caller;
  const { db } = ctx.services;
  return db.snapshot(async (moment) => {
    const isWallet = agent.role !== "publisher" && (await isPlatformWallet(moment, agent.agentId));
    return findSnapshot(moment, { agent, now: ctx.now, isPlatformWallet: isWallet });
  });
}
