import { lazily } from "./clues.ts";
import { hasProduct } from "./words.ts";

/** "My old kettle packed in this morning": what happened to the thing that a new one replaces. */
const MISHAP = lazily(
  () =>
    new RegExp(
      "(?<=^|[.,;!?] |\\b(?:and|but|so) )(?:my|our|the) (?:old )?((?:[\\w'-]+ ){1,4}?)" +
        "(?:(?:has|just|is|are|was|finally) ){0,2}(?:died|dead|broken?|packed|gave up|conked" +
        "|stopped working|leak|smashed|cracked|ripped|tor[en]|snapped|rusted|wor[en] out" +
        "|f[ae]ll(?:ing)? apart)[^.,;!?]{0,80}?" +
        "(?=[.,;!?]|$| (?:and|so|but) (?:i|we|need|what)\\b)",
      "gi",
    ),
);
const ASKS_BY_NAME = /\b(?:need|want|get|buy|find|recommend) (?:an?|new|some) /i;

/** Leaves the name of the thing, or nothing of it where another is asked for by name. */
export function withoutMishap(text: string): string {
  const withIt = (name: (thing: string) => string): string =>
    text.replace(MISHAP(), (all, thing: string) => (hasProduct(thing) ? name(thing.trim()) : all));
  const rest = withIt(() => "");
  return ASKS_BY_NAME.test(rest) && hasProduct(rest) ? rest : withIt((thing) => thing);
}
