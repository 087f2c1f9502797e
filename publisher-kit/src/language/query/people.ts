/** How people call those around them, in expressions. */

export const RELATIVES =
  "sister|brother|mother|mom|mum|father|dad|wife|husband|partner|friend|son|daughter|nephew|niece" +
  "|aunt|uncle|cousin|boss|colleague|coworker|neighbou?r|girlfriend|boyfriend|grandma|grandpa" +
  "|grandmother|grandfather|teacher";

/** One or several, with those whom people speak of but seldom buy for. */
export const KIN =
  `${RELATIVES.replaceAll("|", "s?|")}s?|spouse|mama?|papa|parents|bestie|fianc[eé]e?` +
  "|aunt(?:ie|y)|gran(?:ny)?|nana?|grand?dad|grandsons?|granddaughters?|grandkids|kids?" +
  "|child(?:ren)?|bab(?:y|ies)|twins?|toddlers?|roommates?|flatmates?|housemates?|co-workers?" +
  "|doctor|dentist|therapist|landlord|client|manager|assistant|coach|student" +
  "|step(?:son|daughter|mom|dad)|god(?:son|daughter|mother|father)|mother-in-law" +
  "|father-in-law|son-in-law|daughter-in-law|sister-in-law|brother-in-law" +
  "|secretary|tutor|pastor|priest|nanny";
