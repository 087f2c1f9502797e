import type { Messages } from "./en.ts";

/** French. Pass it as `messages`. */
export const fr: Messages = {
  lang: "fr",
  dir: "ltr",
  labels: ["Annonce", "Publicité", "Sponsorisé"],
  region: "Publicité",
  shown: (count) => (count < 2 ? `${count} offre sponsorisée` : `${count} offres sponsorisées`),
  hidden: "Offre masquée",
  undo: "Annuler",
  cited: "Dans la réponse",
  was: "Prix d’origine",
  off: (percent) => `${percent} de remise`,
  save: (money) => `${money} d’économie`,
  soldBy: (name) => `Vendu par ${name}`,
  outOfStock: "En rupture de stock",
  preorder: "Précommande",
  rating: (value, count) => `${value} sur 5, ${count} avis`,
  code: (code) => `Code ${code}`,
  copy: "Copier",
  copied: "Copié",
  view: "Voir l’offre",
  newTab: "s’ouvre dans un nouvel onglet",
  options: (title) => `Options pour ${title}`,
  hide: "Masquer cette offre",
  why: "Pourquoi cette publicité",
  whyText:
    "Ceci est une publicité, choisie parce qu’elle correspond à des mots de votre dernier " +
    "message. L’annonceur ne reçoit pas votre message.",
  sponsor: (name) => `Payé par ${name}`,
};
