import { productStrength } from "../lexicon.ts";
import { readAttributes } from "./attributes.ts";
import { lazily, ofLetters } from "./clues.ts";
import { KIN } from "./people.ts";
import { NAME_CUES, PARTICLE } from "./private-name-cues.ts";
import { isStop } from "./private-name-words.ts";

/**
 * Names of people. No list could hold them all, so they are known by what stands around them: "my
 * name is", "for my wife", "Mrs", "Cheers,", a telephone number right behind.
 */

/** Said right before a name, in any case, so what follows goes even if it is in lower case. */
const INTRODUCTION = ofLetters(
  () =>
    "(?<![\\p{L}])(?<!(?:pattern|size|colou?r|style|brand|product|item|model|file" +
    "|flavou?r|game|book|movie|team) )(?:my (?:full |first |last |nick)?names?(?: is| are" +
    "|'s| ?[:=])|names?(?: is|'s| ?[:=])|i(?: a|')m (?:called|named)|calls? me|i go by" +
    "|they call me|i answer to|mein name ist|ich hei(?:ß|ss)e|je m'appelle|je suis|me llamo" +
    "|mi nombre es|mi chiamo|jag heter|jeg heter|ik heet|ik ben|mijn naam is|meu nome (?:é" +
    "|e)|me chamo|nazywam się|mam na imię|ich bin|hilsen|mvh)\\s{1,3}",
  "giu",
);
/** "im josh and im looking", "my ex xander keeps it": the name is no word for oneself. */
const LOWER_INTRODUCTION = ofLetters(
  () =>
    `(?<![\\p{L}])(?:i'?m|i am|its|it's|this is|(?:my|our) (?:ex|${KIN})) ` +
    "(?<name>[a-z]{3,14}(?: [a-z]{3,14})?)(?= and (?:i'?m|i am|i |need|looking)" +
    "|,? (?:here|speaking)\\b|, i(?:'m|m| )| from [a-z]+,| (?:is|keeps|says|has|needs|wants) " +
    `|(?<=(?:my|our) (?:ex|${KIN}) (?!birth|room|house|back|please|teach)[a-z]{3,14})(?:,| at ))`,
  "giu",
);
const SELF_WORDS = ofLetters(
  () =>
    "^(?:looking|searching|shopping|trying|going|new|tall|short|small|big|old|young|broke" +
    "|poor|tired|sick|vegan|vegetarian|allergic|pregnant|left|right|cold|hot|hungry|thirsty" +
    "|back|done|ready|sure|unsure|bored|busy|moving|renovating|not|very|really|so|just|also" +
    "|still|only|interested|thinking|planning|hoping|wondering|happy|sad|sorry|glad|stuck" +
    "|lost|thin|fat|heavy|bald|blind|deaf|gluten|a|an|the|my|in|on|at|into|over|under|from" +
    "|about|getting|having|making|using|working|living|great|good|fine|okay|nice|perfect" +
    "|too|for|with|out|up|\\w+ing|\\w*[^\\Wr]ed|\\w+ive|\\w+ous|\\w+less)(?: |$)",
  "iu",
);

/** Takes out the names of people that something in the text gives away as such. */
export function removeNames(text: string): string {
  const names = new Set<string>();
  let rest = withoutIntroduced(text, names);
  rest = rest.replace(LOWER_INTRODUCTION(rest), (all: string, name: string) =>
    SELF_WORDS(name).test(name) || namesThing(name) ? all : told(all, name, names),
  );
  if (!hasCapital(rest) || isTitle(rest)) return withoutNames(rest, names);
  for (const { needs, pattern } of NAME_CUES) {
    if (!needs.test(rest)) continue;
    rest = rest.replace(pattern(rest), (all: string, ...found: unknown[]) => {
      const name = nameOf(found);
      return name === "" || isOrdinary(name) ? all : told(all, name, names);
    });
  }
  return withoutNames(rest, names);
}

const TWO_LETTERS = ofLetters(() => "\\p{Lu}\\p{L}", "u");
const hasCapital = (text: string): boolean => TWO_LETTERS(text).test(text);

/** A pasted title is all capitals and nobody speaks in it: they give no name away. */
export function isTitle(text: string): boolean {
  const words = text.split(/[^\p{L}'’-]+/u).filter((word) => word.length > 3);
  const capitals = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return words.length > 4 && capitals.length > 0.75 * words.length && !SPEECH.test(text);
}

const SPEECH =
  /\b(?:im?|me|my|we|our|your?|is|are|needs?|wants?|please|thanks|h[ie]y?|attn|cheers)\b|[@?]/i;

const CAPITAL = ofLetters(() => "^\\p{Lu}", "u");
const ONLY_PARTICLE = lazily(() => new RegExp(`^${PARTICLE}$`, "i"));

/** Each is looked for in the whole text. */
const NAMES_MAX = 50;

/** Adds each part of a name to what is known, and returns the match without it. */
function told(all: string, name: string, names: Set<string>): string {
  for (const part of name.split(/[\s,&]+/)) {
    const word = part.replace(/['’]s$/, "").replace(/\.$/, "");
    const isName = CAPITAL(word).test(word) && !ONLY_PARTICLE().test(word);
    if (word.length > 2 && isName && names.size < NAMES_MAX) names.add(word);
  }
  return all.replace(name, " ");
}

function nameOf(found: readonly unknown[]): string {
  const groups: unknown = found.at(-1);
  if (typeof groups !== "object" || groups === null || !("name" in groups)) return "";
  return typeof groups.name === "string" ? groups.name : "";
}

/** "I'm Looking", "case - Black": a capital does not make a name of a plain word. */
export function isOrdinary(name: string): boolean {
  const [first = ""] = name.split(" ");
  return (
    isStop(first) ||
    SELF_WORDS(first).test(`${first} `) ||
    name.split(" ").every(namesThing) ||
    ORDINARY().test(first) ||
    readAttributes(name.slice(name.lastIndexOf(" ") + 1)).color !== undefined
  );
}

const ORDINARY = lazily(
  () =>
    new RegExp(
      "^(?:Would|These|Those|Yes|He|She|They|American|British|German|French|Italian|Spanish" +
        "|Indian|Chinese|Japanese|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday" +
        "|January|February|March|April|June|July|August|September|October|November|December" +
        "|English|Canadian|Australian|Ideally|Maybe|Something|Anything)$",
    ),
);

const namesThing = (name: string): boolean =>
  name.split(" ").some((word) => productStrength(word.toLowerCase()) === 2);

/** A name that was introduced once is removed everywhere. */
function withoutNames(text: string, names: ReadonlySet<string>): string {
  let rest = text;
  for (const name of names) {
    const told = ofLetters(() => `(?<![\\p{L}])${escaped(name)}(?:['’]s)?(?![\\p{L}])`, "gu");
    rest = rest.replaceAll(told(rest), " ");
  }
  return rest;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function withoutIntroduced(text: string, names: Set<string>): string {
  let rest = "";
  let from = 0;
  for (const cue of text.matchAll(INTRODUCTION(text))) {
    if (cue.index < from) continue;
    const start = cue.index + cue[0].length;
    const end = endOfName(text, start);
    told(text.slice(start, end), text.slice(start, end), names);
    rest += `${text.slice(from, cue.index)} `;
    from = end;
  }
  return rest + text.slice(from);
}

const FIRST_WORD = ofLetters(() => "^\\s{0,3}([\\p{L}\\p{M}][\\p{L}\\p{M}'’.-]{0,30})", "u");

/** A name runs for at most four words and ends at punctuation or at a word no name has. */
function endOfName(text: string, start: number): number {
  let end = start;
  for (let count = 0; count < 4; count += 1) {
    const next = text.slice(end, end + 40);
    const word = FIRST_WORD(next).exec(next);
    if (word?.[1] === undefined || isStop(word[1])) return end;
    // "My name is Jack", but not "my name is not on the mug".
    const isFirstName = count === 0 && CAPITAL(word[1]).test(word[1]);
    if (namesThing(word[1]) && !isFirstName) return end;
    end += word[0].length;
    if (/[.!]$/.test(word[1]) && word[1].length > 3) return end;
    if (/^\s{0,2}[,;!?:/\n(]/.test(text.slice(end, end + 3))) return end;
  }
  return end;
}
