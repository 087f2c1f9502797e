import type { Messages } from "./en.ts";

/** Dutch. Pass it as `messages`. */
export const nl: Messages = {
  lang: "nl",
  dir: "ltr",
  labels: ["Advertentie", "Reclame", "Gesponsord"],
  region: "Advertenties",
  shown: (count) =>
    count === 1 ? "1 gesponsorde aanbieding" : `${count} gesponsorde aanbiedingen`,
  hidden: "Aanbieding verborgen",
  undo: "Ongedaan maken",
  cited: "In het antwoord",
  was: "Oorspronkelijke prijs",
  off: (percent) => `${percent} korting`,
  save: (money) => `Je bespaart ${money}`,
  soldBy: (name) => `Verkocht door ${name}`,
  outOfStock: "Niet op voorraad",
  preorder: "Vooraf te bestellen",
  rating: (value, count) => `Beoordeling ${value} van 5, ${count} beoordelingen`,
  code: (code) => `Code ${code}`,
  copy: "Kopiëren",
  copied: "Gekopieerd",
  view: "Bekijk aanbieding",
  newTab: "opent in een nieuw tabblad",
  options: (title) => `Opties voor ${title}`,
  hide: "Deze aanbieding verbergen",
  why: "Waarom deze advertentie",
  whyText:
    "Dit is reclame. Ze is gekozen omdat ze past bij woorden in je laatste bericht. " +
    "De adverteerder ontvangt je bericht niet.",
  sponsor: (name) => `Betaald door ${name}`,
};
