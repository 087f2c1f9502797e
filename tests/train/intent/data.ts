import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ChatTurn } from "@placard/publisher-kit/types";

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
  /** Whether the licence permits to ship something trained on it. */
  readonly ship_ok: boolean;
  /** Of our own turns: 1 written before any model was measured, 2 after reading what it missed. */
  readonly round?: 1 | 2;
}

export const OWN_SOURCE = "authored";
const OWN_LICENSE = "Apache-2.0";

const AUTHORED = new URL("./authored.jsonl", import.meta.url);

/** The bytes of our own turns, for their checksum. */
export const authoredBytes = (): Buffer => readFileSync(AUTHORED);

type Authored = [Row["text"], Row["label"], Row["kind"], Row["group"], 1 | 2, Row["prev"]?];

/** The turns written for Placard. */
export function authoredRows(): Row[] {
  return linesOf(authoredBytes()).map((line, index): Row => {
    const [text, label, kind, group, round, prev]: Authored = JSON.parse(line);
    const id = `own-${String(index + 1).padStart(4, "0")}`;
    const own = { source: OWN_SOURCE, license: OWN_LICENSE, ship_ok: true };
    return { id, text, label, kind, group, round, ...own, ...(prev !== undefined && { prev }) };
  });
}

const DEV = "dev.jsonl.gz";

/** The bytes of the labelled data as they lie in the folder. */
export const dataBytes = (folder: string): Buffer => readFileSync(join(folder, DEV));

/** The labelled data of a folder; its README says what a row means. */
export function dataRows(folder: string): Row[] {
  return linesOf(gunzipSync(dataBytes(folder))).map((line): Row => JSON.parse(line));
}

const linesOf = (bytes: Buffer): string[] => bytes.toString("utf8").trim().split("\n");
