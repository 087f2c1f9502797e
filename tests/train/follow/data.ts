import { readdirSync, readFileSync } from "node:fs";
import type { ChatTurn } from "@placard/publisher-kit/types";
import { talkBefore } from "../../../publisher-kit/src/language/intent/talk.ts";
import { seeded } from "../../eval/search/noise.ts";
import {
  dataRows,
  intentRows,
  mayShip,
  OWN_LICENSE,
  OWN_SOURCE,
  type Row,
} from "../intent/data.ts";

/** A written chat: `alive` says whether after a turn the wish to buy lives on. */
interface Chat {
  readonly turns: readonly {
    readonly user: string;
    readonly assistant?: string;
    readonly alive: boolean;
  }[];
}

/** A turn of a chat after a wish to buy: 1 if the wish lives on. */
export type Later = Pick<Row, "text" | "label" | "group" | "source" | "license"> & {
  readonly prev: readonly ChatTurn[];
};

const FOLDER = new URL("./", import.meta.url);

const chatFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();

/** The bytes of the written chats, for their checksum. */
export const chatBytes = (): Buffer =>
  Buffer.concat(chatFiles().map((name) => readFileSync(new URL(name, FOLDER))));

/** The turns after the first wish of each chat. */
export function laterTurns(name: string, lines: readonly string[]): Later[] {
  return lines.flatMap((line, place) => {
    const { turns }: Chat = JSON.parse(line);
    const opened = turns.findIndex(({ alive }) => alive);
    const said = turns.map(({ user, assistant }): ChatTurn[] => [
      { role: "user", text: user },
      ...(assistant === undefined ? [] : [{ role: "assistant" as const, text: assistant }]),
    ]);
    return turns.flatMap(({ user, alive }, at): Later[] => {
      if (opened < 0 || at <= opened) return [];
      const prev = said.slice(0, at).flat();
      const label = alive ? 1 : 0;
      const group = `${name} ${place}`;
      return [{ text: user, label, group, prev, source: OWN_SOURCE, license: OWN_LICENSE }];
    });
  });
}

const linesOf = (name: string): string[] =>
  readFileSync(new URL(name, FOLDER), "utf8").trim().split("\n");

export const writtenTurns = (): Later[] =>
  chatFiles().flatMap((name) => laterTurns(name, linesOf(name)));

/** The turns of the chats in which a wish is alive. */
export const askingTurns = (): { text: string; group: string }[] =>
  chatFiles().flatMap((name) =>
    linesOf(name).flatMap((line, place) => {
      const { turns }: Chat = JSON.parse(line);
      const asking = turns.filter(({ alive }) => alive);
      return asking.map(({ user }) => ({ text: user, group: `${name} ${place}` }));
    }),
  );

/** The written turns of the intent model that stand behind an ask. */
const askedTurns = (): Later[] =>
  intentRows().flatMap(({ prev, ...row }) =>
    prev !== undefined && (row.label === 1 || talkBefore(prev).asked) ? [{ ...row, prev }] : [],
  );

/** What our own turns are: their features must be those that the weights were learnt from. */
export const ownTurns = (): Later[] => [...writtenTurns(), ...askedTurns()];

const TEXT_MAX = 300;
/** Phrases in frames, which are no talk of a chat. */
const NO_TALK: ReadonlySet<string> = new Set(["contrast_templates"]);

/**
 * Turns that want nothing to buy, each set behind a wish of a written chat: whatever somebody asks
 * of an assistant may follow on a wish.
 */
function strangeTurns(folder: string): Later[] {
  const places = writtenTurns().filter(({ label, prev }) => label === 1 && prev.length > 1);
  const random = seeded(1);
  return [...dataRows(folder).filter(mayShip), ...intentRows()].flatMap(
    ({ text, label, prev, source, license, group }) => {
      const isOne = label === 0 && prev === undefined && text.length <= TEXT_MAX;
      if (!isOne || NO_TALK.has(source)) return [];
      const place = places[Math.floor(random() * places.length)];
      return place === undefined ? [] : [{ text, label, group, source, license, prev: place.prev }];
    },
  );
}

export const followTurns = (folder: string): Later[] => [...ownTurns(), ...strangeTurns(folder)];
