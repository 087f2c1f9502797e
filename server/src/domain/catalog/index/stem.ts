import { singularOf } from "@placard/vocabulary";

/**
 * A light English stemmer: plurals, `-ed` and `-ing`, and the final `e` they leave in doubt.
 * Product search wants "running shoes" and "shoe for runs" to meet; deeper stemming (Porter's later
 * steps) would merge different goods, such as "charger" and "charge".
 */
export function stem(word: string): string {
  if (word.length <= 3) return SHORT_PLURAL.test(word) ? word.slice(0, -1) : word;
  if (HAS_DIGIT_OR_MARK.test(word) || NO_FORMS.has(word)) return word;
  const root = rootOf(word);
  return american.get(root) ?? root;
}

const rootOf = (word: string): string => withoutFinalE(withoutEnding(singularOf(word)));

/** British spellings with American ones: a shop uses one, its readers both. */
const SPELLINGS = `
colour color, grey gray, jewellery jewelry, aluminium aluminum, pyjama pajama, tyre tire, fibre
fiber, centre center, litre liter, metre meter, flavour flavor, odour odor, armour armor,
favourite favorite, harbour harbor, humour humor, vapour vapor, savoury savory, mould mold, cosy
cozy, sulphate sulfate, sulphur sulfur, yoghurt yogurt, doughnut donut, plough plow, catalogue
catalog, theatre theater, calibre caliber, sabre saber, sceptre scepter, lustre luster,
anaesthetic anesthetic, diarrhoea diarrhea, foetal fetal, orthopaedic orthopedic, paediatric
pediatric, draught draft, kerb curb, moisturiser moisturizer, moisturising moisturizing,
organiser organizer, organising organizing, sanitiser sanitizer, sanitising sanitizing,
steriliser sterilizer, sterilising sterilizing, fertiliser fertilizer, stabiliser stabilizer,
equaliser equalizer, tenderiser tenderizer, vaporiser vaporizer, atomiser atomizer, deodoriser
deodorizer, energiser energizer, volumising volumizing, personalised personalized, customised
customized, motorised motorized, pressurised pressurized, carbonised carbonized, galvanised
galvanized, woollen woolen, jewelled jeweled, panelled paneled, travelling traveling, modelling
modeling, enamelled enameled, whisky whiskey
`;

/** A rugged phone is no rug, and boxing gloves need no box. */
const NO_FORMS = new Set(["rugged", "boxing"]);

/** Other words of three letters with an "s" are mostly no plurals. */
const SHORT_PLURAL = /^(?:cd|tv)s$/;

const HAS_DIGIT_OR_MARK = /[^a-z]/;
const VOWEL = /[aeiouy]/;
const CLOSED_SHORT = /^[^aeiou]*[aeiouy][^aeiouywx]$/;

function withoutEnding(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("ing")) return repaired(word, word.slice(0, -3));
  if (word.endsWith("ed")) return repaired(word, word.slice(0, -2));
  return word;
}

/** Undoes what English does to a stem before `-ing` and `-ed`: "runn" is run, "mak" is make. */
function repaired(word: string, cut: string): string {
  // "ring", "string", "bed" and "shed" are whole words.
  if (cut.length < 3 || !VOWEL.test(cut)) return word;
  if (/(at|bl|iz)$/.test(cut)) return `${cut}e`;
  const last = cut.at(-1);
  if (last === cut.at(-2) && !/[lsz]/.test(last ?? "")) return cut.slice(0, -1);
  return CLOSED_SHORT.test(cut) ? `${cut}e` : cut;
}

function withoutFinalE(word: string): string {
  if (!word.endsWith("e") || word.length < 5) return word;
  const cut = word.slice(0, -1);
  // "game" and "case" keep theirs: "gam" would meet nothing that "game" means.
  return CLOSED_SHORT.test(cut) || !VOWEL.test(cut) ? word : cut;
}

const american = new Map(
  SPELLINGS.split(",").map((pair) => {
    const [british = "", other = ""] = pair.trim().split(/\s+/).map(rootOf);
    return [british, other];
  }),
);
