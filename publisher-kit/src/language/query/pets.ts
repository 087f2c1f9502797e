const PET =
  /\b(?:cat|kitten|dog|puppy|rabbit|bunny|hamster|guinea pig|parrot|budgie|horse|pony)(?=s?\b)/gi;
const PERSON =
  /\b(?:wife|husband|m[uo]m|mother|dad|father|sister|brother|son|daughter|\w*friend|kid|baby)/i;
/** What no match of the next is without: it costs little. */
const POINTS = /\b(?:him|her|them|they|s?he)\b/i;
/** "Some toys for her", "what about food, he's 4 months". */
const FOR_PET = new RegExp(
  "(?<!\\b(?:not?|without) )\\b(?:(?:some|an?) )?((?!gift|present|some|any|one)[a-z-]+)" +
    "(?: for (?:him|her|them)\\b" +
    "|(?<=\\b(?:about|and|also) (?:some )?\\1)(?=[,.?!]* (?:s?he|they)(?:'s|'re| is| are)\\b))",
  "i",
);

/** Names the pet that is meant: "what about food for her" is for the cat of a turn before. */
export function withPet(text: string, before: readonly string[]): string {
  const found = POINTS.test(text) ? FOR_PET.exec(text) : null;
  if (found === null) return text;
  const said = [...before, text.slice(0, found.index)].join(". ");
  const pet = said.match(PET)?.at(-1);
  return pet === undefined || PERSON.test(said) ? text : text.replace(FOR_PET, `some ${pet} $1`);
}
