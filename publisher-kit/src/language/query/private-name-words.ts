/** Words beside which names stand. */

export const KIN =
  "wife|husband|spouse|sons?|daughters?|mom|mum|mama|mother|dad|papa|father|brothers?|sisters?" +
  "|friends?|bestie|boyfriend|girlfriend|partner|fianc[eé]e?|boss|aunt(?:ie|y)?|uncle|nieces?" +
  "|nephews?|grandma|grandmother|granny|nana|grandpa|grandfather|grandad|granddad|grandsons?" +
  "|granddaughters?|grandkids|kids?|child(?:ren)?|bab(?:y|ies)|twins|toddlers?|neighbou?rs?" +
  "|roommates?|flatmates?|housemates?|colleagues?|co-?workers?|teachers?|doctor|dentist" +
  "|therapist|landlord|client|manager|assistant|coach|student|stepson|stepdaughter|stepmom" +
  "|stepdad|godson|goddaughter|godmother|godfather|cousins?|mother-in-law|father-in-law" +
  "|son-in-law|daughter-in-law|sister-in-law|brother-in-law|secretary|tutor|pastor|priest|nanny";

export const TITLES =
  "mr mrs ms miss mx dr prof professor sgt capt captain rev reverend sergeant officer nurse " +
  "coach father sister señor señora senhor senhora monsieur madame herr frau";

export const KIN_ENDS =
  "wife husband spouse son sons daughter daughters mom mum mama mother dad papa father brother " +
  "brothers sister sisters friend friends bestie partner fiance fiancé fiancee fiancée boss " +
  "aunt auntie aunty uncle niece nieces nephew nephews grandma granny nana grandpa kid kids " +
  "child children baby babies twins toddler toddlers neighbor neighbour neighbors neighbours " +
  "mate mates colleague colleagues worker workers teacher teachers doctor dentist therapist " +
  "landlord client manager assistant coach student cousin cousins in-law secretary tutor " +
  "pastor priest nanny called named";

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

export const SAYING = "say read engrave monogram embroidered personali name inscri printed";
