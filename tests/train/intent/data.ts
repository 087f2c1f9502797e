import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ChatTurn } from "@placard/publisher-kit/types";
import { bytesOf, filledLines, frameFiles, turnFiles, turnsOf } from "../sensitive/written.ts";

/** A labelled turn: 1 means that product cards would be welcome beside it. */
export interface Row {
  readonly id: string;
  readonly text: string;
  readonly prev?: readonly ChatTurn[];
  readonly label: 0 | 1;
  readonly kind: string;
  readonly source: string;
  /** A dialogue or a family of paraphrases; never split between training and measuring. */
  readonly group: string;
  readonly license: string;
  /** Whether its collectors found that the licence permits to ship something trained on it. */
  readonly ship_ok: boolean;
  /** Of our own turns: 1 written without knowing what a model misses, 2 after reading that. */
  readonly round?: 1 | 2;
}

export const OWN_SOURCE = "authored";
export const OWN_LICENSE = "Apache-2.0";

const AUTHORED = new URL("./authored.jsonl", import.meta.url);

/** The bytes of our own turns, for their checksum. */
export const authoredBytes = (): Buffer =>
  Buffer.concat([readFileSync(AUTHORED), ...[...turnFiles(), ...frameFiles()].map(bytesOf)]);

/** All turns written for Placard. */
export function authoredRows(): Row[] {
  const seen = new Set<string>();
  // A few short asks stand in more than one file.
  return [...intentRows(), ...harmlessRows(), ...frameRows()].filter(({ text, prev }) => {
    const said = JSON.stringify([text.toLowerCase(), prev]);
    if (seen.has(said)) return false;
    seen.add(said);
    return true;
  });
}

type Authored = [Row["text"], Row["label"], Row["kind"], Row["group"], 1 | 2, Row["prev"]?];

const OWN = { source: OWN_SOURCE, license: OWN_LICENSE, ship_ok: true } as const;

export function intentRows(): Row[] {
  return linesOf(readFileSync(AUTHORED)).map((line, index): Row => {
    const [text, label, kind, group, round, prev]: Authored = JSON.parse(line);
    const id = `own-${String(index + 1).padStart(4, "0")}`;
    return { id, text, label, kind, group, round, ...OWN, ...(prev !== undefined && { prev }) };
  });
}

/** A harmless turn of two to so many words is a bare name of a thing; one in four is learnt. */
const NAME_WORDS_MAX = 5;
const NAMES_EVERY = 4;

/**
 * The harmless turns the sensitive model learns from: all but those of a chat ask for a thing. An
 * ask after talk of something else is left out, for it would teach that any remark is one; so are
 * mixed lines, whose authors did not part asks from remarks, and most bare names of things, which
 * would outnumber what people ask in sentences.
 */
function harmlessRows(): Row[] {
  const turns = turnFiles().flatMap(turnsOf);
  const rows = turns.map(({ text, history, label, situation }, index): Row | undefined => {
    if (label === 1) return undefined;
    const isTalk = situation.startsWith("chat") || NO_ASKS.has(text);
    const id = `silence-${String(index + 1).padStart(4, "0")}`;
    const prev = history?.map((said): ChatTurn => ({ role: "user", text: said }));
    if (!isTalk && /-(?:history|mixed)$/.test(situation)) return undefined;
    const words = text.split(" ").length;
    const isName = words > 1 && words <= NAME_WORDS_MAX;
    if (!isTalk && isName && index % NAMES_EVERY > 0) return undefined;
    const own = { id, text, kind: situation, group: id, round: 1, ...OWN } as const;
    return { ...own, label: isTalk ? 0 : 1, ...(prev !== undefined && { prev }) };
  });
  return rows.filter((row) => row !== undefined);
}

/** The frames that ask for a thing to buy, filled. */
function frameRows(): Row[] {
  const seen = new Set<string>();
  return frameFiles().flatMap((name) =>
    filledLines(name).flatMap(({ text, place, situation }): Row[] => {
      if (situation !== "ask" || seen.has(text)) return [];
      seen.add(text);
      const group = `${name} ${place}`;
      return [{ id: `frame-${seen.size}`, text, label: 1, kind: "ask", group, round: 2, ...OWN }];
    }),
  );
}

/** Harmless turns that ask for knowledge though their situation mostly asks for a thing. */
const NO_ASKS: ReadonlySet<string> = new Set([
  "how do i kill a process on port 3000",
  "what does abort() do in c",
  "child process exits with code 1 in node, how to get stderr",
  "orphaned docker volumes, how to prune them",
  "zombie processes in htop, what are they",
  "hang on, the ui hangs when i click export",
  "git blame shows me for a line i never touched",
  "how to terminate a thread cleanly in java",
  "what is a deadlock, explain like i'm five",
  "brute force vs dynamic programming for the knapsack problem",
  "sql injection example for my it security class",
  "dump the table and drop it, postgres syntax",
  "parent child relation in css selectors",
  "hit rate of my cache is 40%, bad?",
  "is it bad to force quit photoshop",
  "poison pill pattern in queues?",
  "killer wifi card driver download",
  "daemon vs service",
  "suicide squeeze, what does that mean in baseball",
  "how many scoops is enough in a cafetiere",
]);

const DEV = "dev.jsonl.gz";

/** The bytes of the labelled data as they lie in the folder. */
export const dataBytes = (folder: string): Buffer => readFileSync(join(folder, DEV));

/** The labelled data of a folder; its README says what a row means. */
export function dataRows(folder: string): Row[] {
  return linesOf(gunzipSync(dataBytes(folder))).map((line): Row => JSON.parse(line));
}

const linesOf = (bytes: Buffer): string[] => bytes.toString("utf8").trim().split("\n");

/** Licences that ask for a notice at most, not that what is learnt be shared alike. */
const PERMISSIVE = /^(?:Apache-2\.0|MIT|CC0|CC BY \d)/;

/** Whether the shipped weights may learn from a row. */
export const mayShip = ({ ship_ok, license }: Row): boolean => ship_ok && PERMISSIVE.test(license);
