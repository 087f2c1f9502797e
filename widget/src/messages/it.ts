import type { Messages } from "./en.ts";

/** Italian. Pass it as `messages`. */
export const it: Messages = {
  lang: "it",
  dir: "ltr",
  labels: ["Annuncio", "Pubblicità", "Sponsorizzato"],
  region: "Annunci",
  shown: (count) => (count === 1 ? "1 offerta sponsorizzata" : `${count} offerte sponsorizzate`),
  hidden: "Offerta nascosta",
  undo: "Annulla",
  cited: "Nella risposta",
  was: "Prezzo originale",
  off: (percent) => `Sconto del ${percent}`,
  save: (money) => `Risparmi ${money}`,
  soldBy: (name) => `Venduto da ${name}`,
  outOfStock: "Non disponibile",
  preorder: "Preordine",
  rating: (value, count) => `Valutazione ${value} su 5, ${count} recensioni`,
  code: (code) => `Codice ${code}`,
  copy: "Copia",
  copied: "Copiato",
  view: "Vedi l’offerta",
  newTab: "si apre in una nuova scheda",
  options: (title) => `Opzioni per ${title}`,
  hide: "Nascondi questa offerta",
  why: "Perché questo annuncio",
  whyText:
    "Questa è pubblicità. È stata scelta perché corrisponde a parole del tuo ultimo messaggio. " +
    "L’inserzionista non riceve il tuo messaggio.",
  sponsor: (name) => `Pagato da ${name}`,
};
