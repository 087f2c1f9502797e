import type { Messages } from "./en.ts";

/** German. Pass it as `messages`. */
export const de: Messages = {
  lang: "de",
  dir: "ltr",
  labels: ["Anzeige", "Werbung", "Gesponsert"],
  region: "Anzeigen",
  shown: (count) => (count === 1 ? "1 gesponsertes Angebot" : `${count} gesponserte Angebote`),
  hidden: "Angebot ausgeblendet",
  undo: "Rückgängig",
  cited: "In der Antwort",
  was: "Ursprünglicher Preis",
  off: (percent) => `${percent} Rabatt`,
  save: (money) => `${money} gespart`,
  soldBy: (name) => `Verkauf durch ${name}`,
  outOfStock: "Nicht auf Lager",
  preorder: "Vorbestellbar",
  rating: (value, count) => `${value} von 5 Sternen, ${count} Bewertungen`,
  code: (code) => `Code ${code}`,
  copy: "Kopieren",
  copied: "Kopiert",
  view: "Zum Angebot",
  newTab: "öffnet in neuem Tab",
  options: (title) => `Optionen für ${title}`,
  hide: "Angebot ausblenden",
  why: "Warum diese Anzeige",
  whyText:
    "Das ist Werbung. Sie wurde gewählt, weil sie zu Wörtern in deiner letzten Nachricht passt. " +
    "Der Werbetreibende erhält deine Nachricht nicht.",
  sponsor: (name) => `Bezahlt von ${name}`,
};
