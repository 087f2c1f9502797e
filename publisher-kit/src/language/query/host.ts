import { isMeasureAt, slotOf } from "./slots.ts";
import { bareWord, isConnective, isProductWord, singular } from "./words.ts";

/** Things that go with another one: what they are called with it. */

/** They belong to another thing: "a case" after a phone is a phone case. */
export const BELONGS = new RegExp(
  "^(?:case|cover|strap|charger|stand|bag|pole|mount|holder|cable|filter|refill" +
    "|battery|lid|sleeve|protector|adapter|remote|hook|bracket|shade|cushion|liner" +
    "|pump|lock|helmet|brush|blade|cartridge|hose|rack|tray|box|basket|set|ball|string" +
    "|paper|ink)$",
);

/** "Spare strings", "six chairs": these say nothing of the kind. */
const SPARE = /^(?:spare|extra|replacement|matching|two|four|six|eight|\d+)$/i;
const isOfKind = (word: string): boolean => slotOf(word) === undefined && !SPARE.test(word);

interface Wanted {
  readonly words: readonly string[];
  /** What was wanted before other things were added to it. */
  readonly main?: readonly string[] | undefined;
}

/** "And a helmet" after a bike is a bike helmet; a sleeping bag is for no tent. */
export function withHost(own: readonly string[], talk: Wanted, refers: boolean): readonly string[] {
  const { words, main = words } = talk;
  const host = hostOf(main);
  const isOwnKind = own.filter(isOfKind).length > 1;
  // A screen protector after a case for a model of phone is for that model, too.
  if (isOwnKind && !refers && !host.some((word) => MODEL_NUMBER.test(word))) return own;
  const wearer = main.filter((word) => slotOf(word) === "wearer");
  return [...wearer, ...host, ...own];
}

/** "Strings for it": it is another thing, whatever it is called. */
const FOR_IT = new RegExp(
  "^(?:(?:and|also|ok|any|an?|some|the|i|do|have|need|what|about),? )*" +
    "(?:[a-z-]+ ){1,3}for (?:it|them)$",
  "i",
);

export const isForIt = (clause: string, own: readonly string[]): boolean =>
  FOR_IT.test(clause.replace(/[\s.!?]+$/, "")) && own.every((word) => slotOf(word) === undefined);

/** "Mount for it" after a monitor is a monitor mount, "strings for it" strings for a guitar. */
export function thingForHost(own: readonly string[], talk: Wanted): readonly string[] {
  const { words, main = words } = talk;
  return BELONGS.test(singular(bareWord(own.at(-1) ?? "")))
    ? withHost(own, talk, true)
    : [...own, "for", ...hostOf(main)];
}

/** "Chairs" with a dining table are "chairs for dining table"; "knee pads" say all. */
export function withGoal(own: readonly string[], { words, main = words }: Wanted): string[] {
  const host = own.filter(isOfKind).length > 1 ? [] : hostOf(main);
  return host.length > 0 ? [...own, "for", ...host] : [...own];
}

/** The words before those that say what the thing is for. */
export function frontOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, at) => at > 0 && /^(?:for|of|in|on)$/i.test(word));
  return end < 0 ? words : words.slice(0, end);
}

const MODEL_NUMBER = /^(?:[a-z]\d{1,3}|\d{1,2})$/i;
const MODEL_KIND = /^(?:pro|plus|max|mini|ultra|air|fe|xl)$/i;

/** "Pixel 9 pro" of "pixel 9 pro screen protector": the model that things are made for. */
function modelOf(words: readonly string[]): string[] {
  const at = words.findIndex((word, at) => {
    const before = words[at - 1] ?? "";
    const isName = /^[a-z]{3,}$/i.test(before) && slotOf(before) === undefined;
    return MODEL_NUMBER.test(word) && isName && before !== "size" && !isMeasureAt(words, at);
  });
  if (at < 0) return [];
  const kinds = words.slice(at + 1).findIndex((word) => !MODEL_KIND.test(word));
  return words.slice(at - 1, kinds < 0 ? words.length : at + 1 + kinds);
}

/** The thing that another one is for, with its name if it has one. */
export function hostOf(words: readonly string[]): string[] {
  const isMade = frontOf(words).some((word) => BELONGS.test(singular(bareWord(word))));
  const model = isMade ? modelOf(words) : [];
  if (model.length > 0) return model;
  const isSlot = (word: string) => slotOf(word) !== undefined;
  const isHost = (word: string) =>
    isProductWord(word) && !isSlot(word) && !BELONGS.test(singular(bareWord(word)));
  const front = frontOf(words);
  const host =
    front.findLast(isHost) ?? words.findLast(isHost) ?? front.findLast((one) => !isConnective(one));
  if (host === undefined) return [];
  // "Tennis racket", "yoga mat": what the thing is for is so of what goes with it.
  const at = words.indexOf(host) - 1;
  const kind = isMeasureAt(words, at) ? "" : (words[at] ?? "");
  const isKind = isHost(host) && /^[a-z]{3,}(?<!ed|er|y|able)$/.test(kind);
  return isKind && !isConnective(kind) && !isProductWord(kind) && !isSlot(kind)
    ? [kind, host]
    : [host];
}
