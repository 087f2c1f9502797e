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

export const SENT_ENDS =
  "bill billed billing ship shipped shipping send sent deliver delivered delivery mail mailed " +
  "gift gifted recipient attn attention of c/o contact customer buyer cardholder receiver it " +
  "them this to for name is";

export const SENDING =
  "ill hip end ent eliver ail ift ecipient ttn ttention are c/o ontact ustomer uyer ardholder " +
  "eceiver";

export const SAID_ENDS =
  "say read says reads saying engrave engraved it with for monogram monogrammed embroidered " +
  "personalise personalised personalize personalized name inscribed inscription of is";

export const SAYING = "say read ngrave monogram embroidered personali name inscri printed";

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
