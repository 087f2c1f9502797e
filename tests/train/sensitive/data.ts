import { createHash } from "node:crypto";
import { linesOfFiles } from "../../../vocabulary/src/files.ts";
import { askingTurns } from "../follow/data.ts";
import { authoredRows, dataRows, OWN_LICENSE, OWN_SOURCE } from "../intent/data.ts";
import type { Sourced } from "../write.ts";
import { bytesOf, filledLines, frameFiles, turnFiles, turnsOf } from "./written.ts";

/** A turn that must be silent (1) or need not be, on its own or as the fact said before an ask. */
export interface SensitiveRow extends Sourced {
  readonly text: string;
  /** Lines written together; never split between learning and measuring. */
  readonly group: string;
  readonly situation: string;
  /** What is judged together when measuring: the turn and what was said before it. */
  readonly turns: readonly string[];
}

const GROUP_LINES = 6;
/** Licences that ask for a notice and nothing else. */
const PERMISSIVE = /^(?:Apache|MIT|CC BY \d)/;

const own = { source: OWN_SOURCE, license: OWN_LICENSE };

/** A checksum over every file of turns and frames. */
export function writtenSha256(): string {
  const hash = createHash("sha256");
  for (const name of [...turnFiles(), ...frameFiles()]) hash.update(bytesOf(name));
  return hash.digest("hex");
}

/**
 * Our turns. Where a sensitive turn has a history, the fact stands there and the turn itself could
 * be anybody's, so the history is learnt; of a harmless one each turn is.
 */
export function writtenRows(): SensitiveRow[] {
  return turnFiles().flatMap((name) =>
    turnsOf(name).flatMap(({ text, history = [], label, situation }, index) => {
      const group = `${name} ${Math.floor(index / GROUP_LINES)}`;
      const turns = [...history, text];
      const one = { group, label, situation, ...own };
      if (label === 0) return turns.map((turn) => ({ text: turn, turns: [turn], ...one }));
      return [{ text: history.length > 0 ? history.join(". ") : text, turns, ...one }];
    }),
  );
}

/** Our frames, each filled so that every choice of every slot occurs. */
export function frameRows(): SensitiveRow[] {
  return frameFiles().flatMap((name) =>
    filledLines(name).map(({ text, place, label, situation }) => {
      return { text, turns: [text], group: `${name} ${place}`, label, situation, ...own };
    }),
  );
}

/** The turns of the intent model, by their kind: asks and chat of every sort, mostly harmless. */
export function intentRows(data: string): SensitiveRow[] {
  const shared = dataRows(data).filter(({ license }) => PERMISSIVE.test(license));
  // The harmless turns of this folder are among what the intent model learns from.
  const authored = authoredRows().filter(({ id }) => !/^(?:silence|frame)-/.test(id));
  return [...authored, ...shared].map(({ text, kind, group, source, license }) => {
    const label = kind.startsWith("sensitive") ? 1 : 0;
    return { text, turns: [text], label, situation: kind, group, source, license };
  });
}

/** Kinds of intent turns that ask for something to buy. */
const ASK_KINDS = /^(?:first_ask|purchase|store_bot|webstyle|keyword|price|compare)$/;

/**
 * Facts and asks in one turn: every fact, sensitive or not, with an ask after or before it. Without
 * these an ask would speak against a fact, since asks alone are harmless.
 */
export function askedRows(
  facts: readonly SensitiveRow[],
  rows: readonly SensitiveRow[],
): SensitiveRow[] {
  const asks = rows.filter(({ situation, text }) => ASK_KINDS.test(situation) && text.length < 90);
  return facts.map((fact, index) => {
    const ask = asks[(index * 7) % asks.length]?.text ?? "";
    const text = index % 2 === 0 ? `${fact.text}, ${ask}` : `${ask}, ${fact.text}`;
    return { ...fact, text, turns: [text] };
  });
}

/** How people ask for a thing and go on about it; "*" is its name. */
const SHOP_TALK = `
looking for a * | any good *? | * please | need a new *, the old one broke | cheap *
best * under 80 | do you have a smaller *? | the *, in black | a * for my wife
a * for my dad | what about a * instead | i want a *, not plastic | how much is the *
two * for us | a * for my kids | we need a * for our flat | which * do you recommend
* in size 12 | show me the other * | * with a lid | not that *, it is too big
my * died on me, what now | a * for her birthday | is the * any good | can you find me a *
my husband wants a * | * for a girl of 9 | * for men | does the * come in navy
where do i get a * | hi, i lost my *, same again | a * we can share | max 250 for the *
* then`
  .trim()
  .split(/[|\n]/)
  .map((frame) => frame.trim());
/** Names of its goods speak of the body. */
const BODILY = "beauty-health";

/** So many names are learnt, one in two: all of them would take the weights of what people say. */
const NAMES_EVERY = 2;

/** Asks for things of the retail vocabulary: the name of a thing alone speaks of no plight. */
export function vocabularyRows(): SensitiveRow[] {
  const lines = linesOfFiles().filter(({ department }) => department !== BODILY);
  const all = lines.flatMap(({ names }) => names.map(({ text }) => text));
  const names = all.filter((_, index) => index % NAMES_EVERY === 0);
  return names.map((name, index) => {
    const frame = SHOP_TALK[index % SHOP_TALK.length] ?? "*";
    const text = frame.replace("*", name);
    const group = `vocabulary ${Math.floor(index / GROUP_LINES)}`;
    return { text, turns: [text], group, label: 0, situation: "vocabulary", ...own };
  });
}

/** How people ask for a thing in a chat and go on about it: an offer beside it is welcome. */
const chatRows = (): SensitiveRow[] =>
  askingTurns().map(({ text, group }) => {
    return { text, turns: [text], group, label: 0, situation: "chat", ...own };
  });

/** Turns of both kinds in the same words, close to each other: they are learnt twice. */
const CLOSE = /^talk-1[34]\b/;

/** Everything the model learns from. */
export function sensitiveRows(data: string): SensitiveRow[] {
  const written = [...writtenRows(), ...frameRows()];
  const intent = intentRows(data);
  const close = written.filter(({ group }) => CLOSE.test(group));
  const asked = askedRows(written, intent);
  return [...written, ...close, ...asked, ...vocabularyRows(), ...chatRows(), ...intent];
}
