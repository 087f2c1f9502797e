import { GLASS, INK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, ellipse, line, mirrored, rect, ring, shape, times, turned } from "./svg.ts";

/** Beauty and baby. */
export const CARE = {
  jar: (p: Paint) =>
    rect({ x: 104, y: 220, w: 272, h: 180, r: 40 }, p.base) +
    rect({ x: 300, y: 220, w: 76, h: 180, r: 38 }, p.dark) +
    rect({ x: 104, y: 226, w: 230, h: 174, r: 40 }, p.base) +
    rect({ x: 92, y: 146, w: 296, h: 88, r: 18 }, PAPER) +
    rect({ x: 92, y: 208, w: 296, h: 26, r: 10 }, "#dad5ca") +
    rect({ x: 160, y: 262, w: 160, h: 106, r: 6 }, PAPER) +
    ring(240, 296, 15, [p.deep, 4]) +
    line("M188 330h104M206 348h68", STEEL_DARK, 5),
  pump: (p: Paint) =>
    rect({ x: 229, y: 92, w: 22, h: 66 }, STEEL_DARK) +
    shape("M196 70h92q10 0 10 10v22H150q0-32 46-32z", INK) +
    rect({ x: 200, y: 146, w: 80, h: 34, r: 6 }, INK) +
    shape("M200 178h80q54 14 54 70v126q0 26-26 26H172q-26 0-26-26V248q0-56 54-70z", p.base) +
    shape("M270 178h10q54 14 54 70v126q0 26-26 26h-36q22-8 22-34V248q0-50-24-70z", p.dark) +
    rect({ x: 172, y: 248, w: 124, h: 116, r: 6 }, PAPER) +
    ring(234, 284, 16, [p.deep, 4]) +
    line("M194 322h80M206 342h56", STEEL_DARK, 5),
  hairdryer: (p: Paint) =>
    turned(
      -8,
      [240, 200],
      shape("M264 220l60 12-30 168q-4 12-18 10l-30-6q-14-2-12-16z", p.dark) +
        rect({ x: 250, y: 300, w: 30, h: 50, r: 8 }, p.pale) +
        shape("M150 106h160a82 82 0 0 1 0 164H150z", p.base) +
        shape("M150 200h240q-10 70-80 70H150z", p.dark) +
        shape("M70 122l82-10v152l-82-10z", INK) +
        circle(316, 188, 56, p.deep) +
        line(
          times(5, (at) => `M${284 + at * 16} 158v60`),
          p.dark,
          5,
        ) +
        p.mark(202, 160, 15),
    ) + line("M292 400q60 40 110-10", INK, 9),
  lipstick: (p: Paint) =>
    shape("M202 190V112q10-50 76-62v140z", p.base) +
    shape("M202 130q34 6 76-80v40q-20 60-76 70z", p.light) +
    rect({ x: 190, y: 186, w: 100, h: 84, r: 4 }, "#d8b768") +
    rect({ x: 190, y: 186, w: 22, h: 84 }, "#efd899") +
    rect({ x: 174, y: 264, w: 132, h: 136, r: 8 }, INK) +
    rect({ x: 186, y: 264, w: 12, h: 136 }, "#4a4f58") +
    circle(240, 332, 20, "#d8b768") +
    rect({ x: 336, y: 300, w: 100, h: 100, r: 8 }, INK) +
    rect({ x: 336, y: 300, w: 100, h: 16 }, "#d8b768"),
  toothbrush: (p: Paint) =>
    turned(
      8,
      [240, 240],
      rect({ x: 231, y: 90, w: 18, h: 90 }, PAPER) +
        rect({ x: 222, y: 50, w: 36, h: 70, r: 12 }, PAPER) +
        times(4, (at) =>
          rect({ x: 198, y: 56 + at * 15, w: 26, h: 11, r: 3 }, at % 2 === 0 ? p.accent : GLASS),
        ) +
        shape("M222 172h36l16 50v150q0 28-34 28t-34-28V222z", p.base) +
        shape("M250 172h8l16 50v150q0 28-34 28 22-8 20-40V222z", p.dark) +
        circle(238, 256, 15, p.pale) +
        line("M238 290v40", p.pale, 7) +
        p.mark(238, 362, 9),
    ) + rect({ x: 150, y: 382, w: 150, h: 18, r: 8 }, PAPER),
  tube: (p: Paint) =>
    rect({ x: 156, y: 54, w: 168, h: 26, r: 4 }, p.dark) +
    shape("M156 76h168l-14 264H170z", p.base) +
    shape("M276 76h48l-14 264h-46z", p.dark) +
    rect({ x: 178, y: 338, w: 124, h: 62, r: 10 }, PAPER) +
    line(
      times(6, (at) => `M${192 + at * 19} 350v40`),
      "#d4cfc4",
      4,
    ) +
    circle(232, 186, 42, "#f1c04a") +
    times(8, (at) => turned(at * 45, [232, 186], line("M232 132v-12", "#f1c04a", 8))) +
    line("M198 274h70M206 294h52", PAPER, 7),
  stroller: (p: Paint) =>
    line("M176 330L120 120q-10-34-56-30", INK, 13) +
    line("M150 250L330 370M330 250L150 370", STEEL_DARK, 11) +
    shape("M152 234h236q-6 92-98 92h-60q-60 0-78-92z", p.base) +
    shape("M250 226V92q126 4 140 134z", p.dark) +
    shape("M250 226V92q50 2 84 34z", p.light) +
    shape("M140 226h256v22H140z", p.deep) +
    ring(150, 362, 30, [INK, 14]) +
    ring(334, 362, 30, [INK, 14]) +
    circle(150, 362, 8, STEEL) +
    circle(334, 362, 8, STEEL) +
    p.mark(220, 286, 14),
  babybottle: (p: Paint) =>
    shape("M214 122q-2-30 14-44 2-24 12-24t12 24q16 14 14 44z", "#e8d3b0") +
    rect({ x: 180, y: 118, w: 120, h: 46, r: 10 }, p.base) +
    rect({ x: 180, y: 146, w: 120, h: 18, r: 6 }, p.dark) +
    shape("M186 162h108q34 30 34 70v130q0 38-38 38H190q-38 0-38-38V232q0-40 34-70z", GLASS) +
    shape("M152 268h176v94q0 38-38 38H190q-38 0-38-38z", PAPER) +
    line(
      times(5, (at) => `M276 ${250 + at * 26}h${at % 2 === 0 ? 34 : 22}`),
      STEEL_DARK,
      4,
    ) +
    circle(210, 316, 26, p.base) +
    circle(200, 312, 4, INK) +
    circle(220, 312, 4, INK),
  crib: (p: Paint) =>
    mirrored(rect({ x: 56, y: 120, w: 24, h: 280, r: 8 }, p.dark)) +
    rect({ x: 56, y: 132, w: 368, h: 24, r: 8 }, p.base) +
    rect({ x: 76, y: 272, w: 328, h: 44 }, PAPER) +
    ellipse([132, 268], 44, 18, "#dfe6e6") +
    shape("M200 272h204v26H200z", p.accent) +
    times(9, (at) => rect({ x: 98 + at * 33, y: 150, w: 12, h: 190, r: 4 }, p.light)) +
    rect({ x: 56, y: 326, w: 368, h: 30, r: 8 }, p.base) +
    mirrored(circle(68, 392, 12, INK)) +
    line("M240 40v40", INK, 4) +
    line("M190 80h100", INK, 5) +
    circle(194, 100, 14, p.accent) +
    circle(240, 108, 14, "#e6b84a") +
    circle(286, 100, 14, "#6fa0b8"),
};
