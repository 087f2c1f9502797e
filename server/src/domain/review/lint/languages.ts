import { EASTERN } from "./languages-east.ts";
import { WESTERN } from "./languages-west.ts";
import type { PhraseRule } from "./rule.ts";
import type { Vocabulary } from "./vocabulary.ts";

function rulesOf(words: Vocabulary): PhraseRule[] {
  const g = (alternatives: string) => `(?:${alternatives.replace(/(?<!\])\*/g, "[^ ]*")})`;
  const { ignore, earlier, instructions, rules, always, recommend, not, tell, user, ad } = words;
  return [
    { start: ignore, next: `_5 ${g(instructions)}` },
    { start: ignore, next: `_3 ${g(earlier)} _3 ${g(rules)}` },
    { start: `${always}`, next: `_1 ${g(recommend)}`, isOrder: true },
    { start: recommend, next: `_2 ${g(always)}`, isOrder: true },
    { start: not, next: `_3 ${g(tell)} _4 (?:${user}|${ad})` },
    { start: openStems(tell), next: `_2 ${g(not)} _5 (?:${user}|${ad})` },
    { start: openStems(tell), next: `_4 (?:${user}) _3 ${g(not)}` },
    { start: not, next: `_2 (?:${g(tell)}|${g(recommend)}) _3 (?:${words.rivals})` },
    { start: recommend, next: `_2 ${g(not)} _2 (?:${words.rivals})` },
    { start: words.send, next: `_4 (?:${words.secrets})`, isOrder: true },
    { start: words.phrases, next: "" },
  ];
}

/** Stems as the start of a rule writes them. */
function openStems(alternatives: string): string {
  return alternatives.replaceAll("[^ ]*", "*").replaceAll("[^ ]+", "*");
}

export const OTHER_LANGUAGES: readonly PhraseRule[] = [...WESTERN, ...EASTERN].flatMap(rulesOf);
