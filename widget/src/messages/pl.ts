import type { Messages } from "./en.ts";

/** Polish has its own form for one, a few, and many. */
const SHOWN: Record<string, string> = {
  one: "# oferta sponsorowana",
  few: "# oferty sponsorowane",
  many: "# ofert sponsorowanych",
  other: "# oferty sponsorowanej",
};

/** Polish. Pass it as `messages`. */
export const pl: Messages = {
  lang: "pl",
  dir: "ltr",
  labels: ["Reklama", "Materiał reklamowy", "Sponsorowane"],
  region: "Reklamy",
  shown: (count) =>
    `${SHOWN[new Intl.PluralRules("pl").select(count)]}`.replace("#", String(count)),
  hidden: "Oferta ukryta",
  undo: "Cofnij",
  cited: "W odpowiedzi",
  was: "Cena pierwotna",
  off: (percent) => `Rabat ${percent}`,
  save: (money) => `Oszczędzasz ${money}`,
  soldBy: (name) => `Sprzedawca: ${name}`,
  outOfStock: "Brak w magazynie",
  preorder: "Przedsprzedaż",
  rating: (value, count) => `Ocena ${value} na 5, liczba ocen: ${count}`,
  code: (code) => `Kod ${code}`,
  copy: "Kopiuj",
  copied: "Skopiowano",
  view: "Zobacz ofertę",
  newTab: "otwiera się w nowej karcie",
  options: (title) => `Opcje: ${title}`,
  hide: "Ukryj tę ofertę",
  why: "Dlaczego ta reklama",
  whyText:
    "To jest reklama. Została wybrana, bo pasuje do słów z twojej ostatniej wiadomości. " +
    "Reklamodawca nie otrzymuje twojej wiadomości.",
  sponsor: (name) => `Opłacone przez ${name}`,
};
