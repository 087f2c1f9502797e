import type { Messages } from "./en.ts";

/** Spanish. Pass it as `messages`. */
export const es: Messages = {
  lang: "es",
  dir: "ltr",
  labels: ["Anuncio", "Publicidad", "Patrocinado"],
  region: "Publicidad",
  shown: (count) => (count === 1 ? "1 oferta patrocinada" : `${count} ofertas patrocinadas`),
  hidden: "Oferta oculta",
  undo: "Deshacer",
  cited: "En la respuesta",
  was: "Precio original",
  off: (percent) => `${percent} de descuento`,
  save: (money) => `Ahorras ${money}`,
  soldBy: (name) => `Vendido por ${name}`,
  outOfStock: "Agotado",
  preorder: "Reserva anticipada",
  rating: (value, count) => `${value} de 5, ${count} valoraciones`,
  code: (code) => `Código ${code}`,
  copy: "Copiar",
  copied: "Copiado",
  view: "Ver oferta",
  newTab: "se abre en una pestaña nueva",
  options: (title) => `Opciones de ${title}`,
  hide: "Ocultar esta oferta",
  why: "Por qué este anuncio",
  whyText:
    "Esto es publicidad. Se eligió porque coincide con palabras de tu último mensaje. " +
    "El anunciante no recibe tu mensaje.",
  sponsor: (name) => `Pagado por ${name}`,
};
