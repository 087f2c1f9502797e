import type { Messages } from "./en.ts";

/** Portuguese. Pass it as `messages`. */
export const pt: Messages = {
  lang: "pt",
  dir: "ltr",
  labels: ["Anúncio", "Publicidade", "Patrocinado"],
  region: "Publicidade",
  shown: (count) => (count === 1 ? "1 oferta patrocinada" : `${count} ofertas patrocinadas`),
  hidden: "Oferta ocultada",
  undo: "Desfazer",
  cited: "Na resposta",
  was: "Preço original",
  off: (percent) => `${percent} de desconto`,
  save: (money) => `Poupa ${money}`,
  soldBy: (name) => `Vendido por ${name}`,
  outOfStock: "Sem stock",
  preorder: "Pré-venda",
  rating: (value, count) => `Avaliação de ${value} em 5, ${count} avaliações`,
  code: (code) => `Código ${code}`,
  copy: "Copiar",
  copied: "Copiado",
  view: "Ver oferta",
  newTab: "abre num novo separador",
  options: (title) => `Opções de ${title}`,
  hide: "Ocultar esta oferta",
  why: "Porquê este anúncio",
  whyText:
    "Isto é publicidade. Foi escolhida porque corresponde a palavras da sua última mensagem. " +
    "O anunciante não recebe a sua mensagem.",
  sponsor: (name) => `Pago por ${name}`,
};
