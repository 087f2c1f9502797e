import { hasProduct, tellingWords, wordsOf } from "./words.ts";

/** A gift is searched by what its receiver likes: no title of a thing says "present". */

const GIFT = new RegExp(
  "(?<!\\b(?:as|at|it's|its|it is|this is) (?:an? )?(?:\\w+ )?)\\b(?:gift|present)s?\\b" +
    "(?! (?:card|voucher|certificate|wrap|paper|bag|box|set|tag|day))" +
    "|\\bsecret santa\\b|\\bstocking (?:filler|stuffer)s?\\b|\\bideas[?.!]*$" +
    "|\\bwhat (?:\\w+ )?(?:(?:i|we|you) )?(?:get|give|buy)(?: for)? (?:him|her|them|an?" +
    "|some(?:one|body)|(?:my|our) (?!dog|cat|puppy|kitten|rabbit|pet))\\b" +
    "|\\b(?:something|anything|ideas?) for (?:my|our|his|her|their|an?|someone)\\b",
  "i",
);
const OCCASION =
  /\b(?:birthday|christmas|xmas|anniversary|house ?warming|(?:mother|father|valentine)'?s day)\b/i;
const LIKES = new RegExp(
  "(?<!\\b(?:i|we|you|to|would|looks?|feels?|something|anything)(?: really| also)? |'d )" +
    "\\b(?:(?:loves?|likes?|enjoys?|adores?|collects?|plays?|hobby is|hobbies are|fans? of" +
    "|(?<=(?:is|[s're]|are|been|gets?|got|really|so|very|also) )into|(?:keen|mad|hooked) on" +
    "|fond of|interested in|(?:crazy|mad|nuts|passionate) about|obsessed with" +
    "|(?<=\\bwho )(?!(?:i|ha|wa|doe|need|want|hate|live|work|turn|mean)s )[a-z]{2,}s)" +
    " (?:(?:to|the|an?|all|about|with|anything|everything|things?|her|his|their|own) )*" +
    "|(?:keen|avid|passionate|hobby) )([^.,:;!?()\\n]+)",
  "gi",
);
/** What follows these is not what is liked, and may be private. */
const LIKED_ENDS = new RegExp(
  "\\b(?:and|or|but|so|because|since|when|while|although|though|after|before|despite|during|in|at" +
    "|on|for|with|from|as|that|which|who|s?he|they|i|we|it|a lot|any|gifts?|presents?|ideas?|what" +
    "|how)\\b.*",
  "i",
);
const FAN = /\b((?:[\w'-]+ ){1,2})(?:fan|lover|enthusiast|fanatic|nut|buff|geek|nerd)s?\b(?! of)/gi;
const DEGREE = /^(?:my|our|such|real|true|big|huge|massive|total|super|keen|avid|for|of)$/i;
/** "A gift for a runner". */
const DOER = new RegExp(
  "\\bfor (?:an? |the )?((?:[\\w-]+ )?(?!grand|(?:mo|fa|bro)ther|daughter|sister|partner|lover" +
    "|teacher|toddler|teenager|coworker|cancer|survivor|sufferer|prisoner|beginner|neighbour)" +
    "\\w{3,}(?:er|ist)s?)\\b",
  "gi",
);
const LIKED_WORDS_MAX = 4;

/**
 * What is said that somebody likes: "she loves gardening", "a Star Wars fan". Of several things the
 * first, for nothing is for both.
 */
export function likedWords(text: string): string[] {
  const fans = [...text.matchAll(FAN)].map(([, what = ""]) =>
    wordsOf(what).filter((word) => !DEGREE.test(word)),
  );
  const liked = [...text.matchAll(LIKES)].map(([, what = ""]) =>
    wordsOf(what.replace(LIKED_ENDS, "")).slice(0, LIKED_WORDS_MAX),
  );
  return tellingWords([...fans, ...liked].find(({ length }) => length > 0)?.join(" ") ?? "", true);
}

/** The words that a wish for a gift is searched by; none where it says nothing that is liked. */
export function giftWords(text: string): string[] {
  const isOnlyOccasion = () =>
    OCCASION.test(text) && !hasProduct(text.replace(LIKES, " ").replace(FAN, " "));
  if (!GIFT.test(text) && !isOnlyOccasion()) return [];
  const liked = likedWords(text);
  return liked.length > 0
    ? liked
    : tellingWords([...text.matchAll(DOER)].map(([, who]) => who).join(" "));
}
