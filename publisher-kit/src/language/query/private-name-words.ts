/** Words beside which names stand. */

export const KIN =
  "wife|husband|spouse|sons?|daughters?|mom|mum|mama|mother|dad|papa|father|brothers?|sisters?" +
  "|friends?|bestie|boyfriend|girlfriend|partner|fianc[eé]e?|boss|aunt(?:ie|y)?|uncle|nieces?" +
  "|nephews?|grandma|grandmother|granny|nana?|grandpa|grandfather|grandad|granddad|grandsons?" +
  "|granddaughters?|grandkids|kids?|child(?:ren)?|bab(?:y|ies)|twins|toddlers?|neighbou?rs?" +
  "|roommates?|flatmates?|housemates?|colleagues?|co-?workers?|teachers?|doctor|dentist" +
  "|therapist|landlord|client|manager|assistant|coach|student|stepson|stepdaughter|stepmom" +
  "|stepdad|godson|goddaughter|godmother|godfather|cousins?|mother-in-law|father-in-law" +
  "|son-in-law|daughter-in-law|sister-in-law|brother-in-law|secretary|tutor|pastor|priest|nanny";

const STOPS = new Set(
  (
    "and but i i'm i'd i'll i've who looking need needs want wants im so from with please pls " +
    "can could do does for a an the my me to in or we you is its it's are was here speaking " +
    "again some any got have has at on of it that this also what which where how then when if " +
    "not no really very too now still thanks hi hey show find get item colour color size address " +
    "email phone bike und et y ich je jag"
  ).split(" "),
);

/** Whether neither a name nor a secret in plain words goes on with a word. */
export const isStop = (word: string): boolean => STOPS.has(word.toLowerCase());
