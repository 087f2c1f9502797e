import { stem } from "../index/stem.ts";

/**
 * Words of what no parcel holds: services, tickets, travel, news, homework, software. One of them
 * raises what an answer must show, no more: "ticket to ride" is a board game, so the catalogue
 * decides, but its answer must be clear.
 *
 * **Source** written by subject (the classes of tests/eval/search/off-catalogue.jsonl).
 */
const OFF_CATALOGUE = `
flight airline airport bus train tram ferry timetable departure arrival visa passport embassy
itinerary hotel hostel motel resort holiday vacation cruise tour ticket admission concert opera
broadway museum festival movie reservation symptom stroke migraine cancer infection fever disease
syndrome pregnancy pregnant doctor dentist therapist hospital clinic pharmacy surgery emergency
diagnosis treatment cure dosage vet blood tax loan mortgage pension insurance interest stock share
investment fund debt salary wage refund income inflation bitcoin crypto currency bankruptcy
weather forecast rain sunny sunset sunrise tide temperature storm hurricane earthquake flood
election president government parliament minister war winner score final halftime league
championship protest headline river mountain capital population language planet continent
ocean century longest tallest highest deepest invented essay summary thesis equation theorem
factor calculus derivative integral conjugate homework exam difference meaning definition synonym
etymology spelling pronunciation translate translation rhyme javascript typescript python sql
regex variable exception compiler algorithm pointer segmentation runtime error bug api html css
plumber electrician teacher instructor interpreter accountant installer builder mover install
membership sublet restaurant delivery takeaway barber nightclub mechanic hours nearby estimate
quote lesson tutor photographer babysitter repair job career resume interview hiring vacancy
internship employment employer recruiter resignation lawyer attorney court legal law eviction
tenant landlord divorce custody lawsuit claim tribunal appeal permit apartment house rent rental
lease roommate flatmate condo estate acre motorhome caravan sailboat yacht charter puppy kitten
horse adopt adoption livestock hen cattle bee girlfriend boyfriend lonely marriage relationship
conversation recipe calorie ingredient login password account subscription unsubscribe download
update customer crude barrel turbine megawatt harvester excavator forklift refinery wholesale
lorem ipsum
`;

let stems: Set<string> | undefined;

/** Whether a word, folded but not stemmed, speaks of something that is no product. */
export function isOffCatalogue(word: string): boolean {
  stems ??= new Set(OFF_CATALOGUE.trim().split(/\s+/).map(stem));
  return stems.has(stem(word));
}

/** Words that ask for a service wherever they stand: "tuxedo for one night to rent". */
const HIRED = new Set(
  (
    "rent rental renting hire lease sublet repair installer installation removal disposal " +
    "mileage wheelbase"
  )
    .split(" ")
    .map(stem),
);

/** Whether a word, folded but not stemmed, asks for something to be lent or done. */
export function isHired(word: string): boolean {
  return HIRED.has(stem(word));
}
