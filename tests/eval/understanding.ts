import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { detectIntent } from "../../publisher-kit/src/language/intent/index.ts";
import { formulateQuery } from "../../publisher-kit/src/language/query/index.ts";
import { linesOfFiles } from "../../vocabulary/src/files.ts";
import { createVocabulary } from "../../vocabulary/src/index.ts";
import { ALL_FEEDS } from "./search/data.ts";
import {
  type ChatCase,
  type PrivateCase,
  type Scores,
  type SearchCase,
  scoreChats,
  scoreEmpty,
  scorePrivate,
  scoreSearches,
  scoreTurns,
  scoreTypes,
  type TurnCase,
  type TypeCase,
} from "./understanding/scores.ts";
import { openShelf, type Shelf } from "./understanding/shelf.ts";

const CLASSES = ["negation", "synonym", "accessory", "attribute", "brand-and-type"] as const;
const UNSEEN = new Set(["fresh"]);

/**
 * `npm run eval -- understanding --data DIR [--part NAME] [--misses]`: whether searches in words
 * of a chat find what is meant, what is asked for off the catalogue finds nothing, follow-ups keep
 * their product, and sensitive turns stay without an ad. `tune`, `tune2`, `tune3` and `final` have
 * been tuned on; the misses of the parts in `UNSEEN` are not shown.
 */
export async function evaluateUnderstanding(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      part: { type: "string", default: "tune" },
      misses: { type: "boolean", default: false },
    },
  });
  const { data, part, misses } = values;
  if (data === undefined) {
    process.stderr.write("eval understanding: --data DIR is required\n");
    return 2;
  }
  const say = (name: string, { scores, wrong }: Scores) => {
    process.stdout.write(`${name}: ${scores.join(", ")}\n`);
    if (misses && !UNSEEN.has(part)) for (const line of wrong) process.stdout.write(`  ${line}\n`);
  };
  const shelves = new Map<string, Shelf>();
  for (const feed of [...ALL_FEEDS, "all"]) {
    shelves.set(feed, await openShelf(data, feed === "all" ? ALL_FEEDS : [feed]));
  }
  for (const name of CLASSES) {
    const cases = linesOf<SearchCase>(`searches-${name}`, part);
    say(name, await scoreSearches(cases, shelves));
  }
  const vocabulary = createVocabulary(linesOfFiles());
  say("types", scoreTypes(linesOf<TypeCase>("types", part), shelves, vocabulary));
  for (const name of ["off-catalogue", "on-catalogue"]) {
    const cases = linesOf<SearchCase>(name, part);
    say(name, await scoreEmpty(cases, shelves, name === "off-catalogue"));
  }
  say("chats", scoreChats(linesOf<ChatCase>("chats", part), formulateQuery, detectIntent));
  for (const name of ["sensitive", "harmless"]) {
    say(name, scoreTurns(linesOf<TurnCase>(name, part), name, detectIntent));
  }
  say("private", scorePrivate(linesOf<PrivateCase>("private", part), formulateQuery));
  return 0;
}

function linesOf<T>(name: string, part: string): T[] {
  const file = new URL(`understanding/${name}.${part}.jsonl`, import.meta.url);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): T => JSON.parse(line));
}
