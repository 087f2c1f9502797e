import { GLASS, INK, OAK_DARK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, ellipse, line, rect, shape, times, turned } from "./svg.ts";

/** Things for the kitchen. */
export const KITCHENWARE = {
  mug: (p: Paint) =>
    line(p.choose(2) === 0 ? "M322 196c90-14 90 132-6 124" : "M322 200h60v100h-60", p.dark, 28) +
    shape("M126 150h206v190q0 58-58 58h-90q-58 0-58-58z", p.base) +
    shape("M290 150h42v190q0 58-58 58h-18q34-20 34-70z", p.dark) +
    ellipse([229, 150], 103, 24, p.light) +
    ellipse([229, 153], 90, 17, "#4a3224") +
    (p.choose(3) === 0 ? shape("M126 300h206v40q0 58-58 58h-90q-58 0-58-58z", p.pale) : "") +
    p.mark(212, 256, 22) +
    line("M190 112q-16-22 0-40t0-36M250 112q-16-22 0-40t0-36", "#cfcac0", 8),
  knife: (p: Paint) =>
    turned(
      -24,
      [240, 250],
      shape("M36 254h250v40q-60 14-130 8Q80 294 36 254z", "#dfe4e8") +
        shape("M36 254h250v14H62z", STEEL) +
        rect({ x: 284, y: 246, w: 16, h: 54, r: 3 }, STEEL_DARK) +
        shape("M298 248h120q28 0 28 26t-26 26q-60-8-122-4z", p.base) +
        circle(326, 272, 6, STEEL) +
        circle(366, 273, 6, STEEL) +
        circle(406, 275, 6, STEEL) +
        p.mark(240, 276, 8),
    ),
  pan: (p: Paint) =>
    rect({ x: 320, y: 296, w: 150, h: 24, r: 12 }, OAK_DARK) +
    rect({ x: 310, y: 294, w: 40, h: 28, r: 4 }, STEEL_DARK) +
    shape("M40 290h290l-24 78q-10 30-44 30H108q-34 0-44-30z", p.base) +
    shape("M240 290h90l-24 78q-10 30-44 30h-50q32-50 28-108z", p.dark) +
    ellipse([185, 290], 145, 32, p.deep) +
    ellipse([185, 293], 128, 25, "#3c4046") +
    ellipse([178, 294], 52, 14, PAPER) +
    ellipse([182, 291], 22, 8, "#e9b53c") +
    p.mark(150, 352, 12),
  kettle: (p: Paint) =>
    shape("M150 170h150l44 200q4 16-14 16H120q-18 0-14-16z", p.base) +
    shape("M252 170h48l44 200q4 16-14 16h-58q10-110-20-216z", p.dark) +
    shape("M158 190L84 200l26 74 30-16z", p.dark) +
    line("M292 160c80-30 120 20 110 90s-30 90-56 96", INK, 22) +
    shape("M168 170q4-46 57-46t57 46z", p.light) +
    circle(225, 116, 13, INK) +
    rect({ x: 96, y: 384, w: 258, h: 16, r: 8 }, INK) +
    p.mark(196, 300, 17) +
    line("M226 330v34", p.pale, 7),
  coffeemaker: (p: Paint) =>
    rect({ x: 108, y: 84, w: 264, h: 76, r: 16 }, p.base) +
    rect({ x: 272, y: 130, w: 100, h: 262, r: 10 }, p.dark) +
    rect({ x: 96, y: 378, w: 288, h: 22, r: 10 }, p.deep) +
    shape("M150 160h90l-14 40h-62z", INK) +
    shape("M134 232h124l16 120q2 24-22 24H140q-24 0-22-24z", GLASS) +
    shape("M127 286h140l7 66q2 24-22 24H140q-24 0-22-24z", "#4a3020") +
    rect({ x: 130, y: 220, w: 132, h: 16, r: 6 }, INK) +
    line("M128 246c-44 0-44 80-8 80", INK, 12) +
    rect({ x: 292, y: 190, w: 60, h: 30, r: 5 }, "#24303a") +
    circle(322, 258, 15, p.pale) +
    p.mark(180, 120, 13),
  blender: (p: Paint) =>
    shape("M158 290h164l20 96q2 14-14 14H152q-16 0-14-14z", p.base) +
    shape("M262 290h60l20 96q2 14-14 14h-50q10-50-16-110z", p.dark) +
    circle(240, 350, 22, PAPER) +
    line("M240 350l8-14", INK, 5) +
    shape("M146 96h188l-20 194H166z", GLASS) +
    shape("M155 180q44-18 88 0t82 0l-11 110H166z", p.accent) +
    line("M330 122h44v96l-50 12", STEEL_DARK, 13) +
    rect({ x: 138, y: 76, w: 204, h: 26, r: 9 }, INK) +
    rect({ x: 210, y: 56, w: 60, h: 24, r: 8 }, INK) +
    line("M184 122l10 130", PAPER, 6) +
    p.mark(184, 374, 9),
  toaster: (p: Paint) =>
    rect({ x: 144, y: 108, w: 82, h: 110, r: 22 }, "#d9a561") +
    rect({ x: 154, y: 118, w: 62, h: 90, r: 14 }, "#eec88d") +
    rect({ x: 252, y: 108, w: 82, h: 110, r: 22 }, "#d9a561") +
    rect({ x: 262, y: 118, w: 62, h: 90, r: 14 }, "#eec88d") +
    shape("M70 258q0-84 84-84h172q84 0 84 84v122H70z", p.base) +
    shape("M70 330h340v50H70z", p.dark) +
    rect({ x: 124, y: 180, w: 232, h: 12, r: 6 }, p.deep) +
    rect({ x: 90, y: 378, w: 44, h: 22, r: 6 }, INK) +
    rect({ x: 346, y: 378, w: 44, h: 22, r: 6 }, INK) +
    rect({ x: 406, y: 250, w: 34, h: 22, r: 6 }, INK) +
    circle(350, 290, 20, p.pale) +
    line("M350 290v-14", INK, 5) +
    p.mark(160, 280, 20),
  bottle: (p: Paint) =>
    rect({ x: 196, y: 50, w: 88, h: 66, r: 12 }, INK) +
    (p.choose(2) === 0
      ? line("M206 62c0-50 68-50 68 0", INK, 12)
      : rect({ x: 222, y: 34, w: 36, h: 24, r: 8 }, STEEL_DARK)) +
    rect({ x: 202, y: 112, w: 76, h: 14 }, STEEL) +
    shape("M202 124h76q40 24 40 66v184q0 26-26 26H188q-26 0-26-26V190q0-42 40-66z", p.base) +
    shape("M262 124h16q40 24 40 66v184q0 26-26 26h-34q24-6 24-40V190q0-40-20-66z", p.dark) +
    line("M184 200v150", p.light, 10) +
    p.mark(236, 260, 24),
  board: (p: Paint) =>
    turned(
      -6,
      [240, 250],
      rect({ x: 212, y: 46, w: 56, h: 90, r: 26 }, p.dark) +
        circle(240, 76, 12, "#eceae5") +
        rect({ x: 124, y: 116, w: 232, h: 284, r: 26 }, p.base) +
        line(
          times(5, (at) => `M${150 + at * 45} 130v256`),
          p.dark,
          2,
        ) +
        p.mark(310, 366, 12),
    ) +
    circle(180, 356, 42, "#cf4a38") +
    shape("M168 318q12-20 26-2l-12 8z", "#4d7f45") +
    shape("M250 396q70-6 94-66-76 0-94 66z", "#5b9150"),
  dutchoven: (p: Paint) =>
    rect({ x: 52, y: 258, w: 60, h: 26, r: 13 }, p.dark) +
    rect({ x: 368, y: 258, w: 60, h: 26, r: 13 }, p.dark) +
    shape("M86 232h308v116q0 52-52 52H138q-52 0-52-52z", p.base) +
    shape("M310 232h84v116q0 52-52 52h-52q34-50 20-168z", p.dark) +
    shape("M76 230q14-84 164-84t164 84z", p.light) +
    rect({ x: 70, y: 222, w: 340, h: 20, r: 10 }, p.dark) +
    rect({ x: 214, y: 116, w: 52, h: 32, r: 12 }, "#d3b15d") +
    p.mark(210, 316, 22),
};
