import { INK, OAK, OAK_DARK, PAPER, type Paint } from "./paint.ts";
import { circle, ellipse, line, mirrored, rect, ring, shape, times, turned } from "./svg.ts";

/** Goods for animals. */
export const PETS = {
  dogbed: (p: Paint) =>
    ellipse([240, 330], 200, 70, p.dark) +
    ellipse([240, 310], 200, 70, p.base) +
    ellipse([240, 300], 150, 42, p.deep) +
    ellipse([240, 308], 140, 36, p.pale) +
    shape("M40 312a200 70 0 0 0 400 0v26a200 70 0 0 1-400 0z", p.base) +
    shape("M160 350q80 30 160 0l10 34q-90 26-180 0z", p.light) +
    circle(226, 306, 12, p.dark) +
    mirrored(circle(205, 292, 6, p.dark)) +
    turned(
      -14,
      [330, 280],
      rect({ x: 270, y: 274, w: 76, h: 18, r: 8 }, PAPER) +
        circle(272, 274, 12, PAPER) +
        circle(272, 292, 12, PAPER) +
        circle(344, 274, 12, PAPER) +
        circle(344, 292, 12, PAPER),
    ),
  cattree: (p: Paint) =>
    rect({ x: 88, y: 376, w: 304, h: 24, r: 8 }, p.dark) +
    rect({ x: 140, y: 130, w: 30, h: 250 }, OAK) +
    line(
      times(14, (at) => `M140 ${146 + at * 17}l30-8`),
      OAK_DARK,
      4,
    ) +
    rect({ x: 310, y: 218, w: 30, h: 164 }, OAK) +
    line(
      times(9, (at) => `M310 ${234 + at * 17}l30-8`),
      OAK_DARK,
      4,
    ) +
    rect({ x: 92, y: 106, w: 130, h: 28, r: 14 }, p.base) +
    rect({ x: 262, y: 196, w: 130, h: 28, r: 14 }, p.base) +
    rect({ x: 184, y: 272, w: 112, h: 106, r: 14 }, p.base) +
    circle(240, 326, 36, INK) +
    line("M380 224v46", INK, 3) +
    circle(380, 282, 14, p.accent) +
    shape("M118 108q-10-54 20-60l6-16 14 14 16-12 2 20q24 20 14 54z", INK),
  petbowl: (p: Paint) =>
    ellipse([240, 226], 40, 24, "#8a5c3a") +
    ellipse([190, 240], 44, 26, "#9c6a44") +
    ellipse([288, 240], 44, 26, "#7a4e30") +
    ellipse([240, 246], 60, 26, "#a8754e") +
    shape("M116 256h248l56 144H60z", p.base) +
    shape("M300 256h64l56 144h-80z", p.dark) +
    line("M116 258h248", p.light, 14) +
    circle(220, 344, 26, p.pale) +
    circle(184, 316, 11, p.pale) +
    circle(207, 302, 11, p.pale) +
    circle(234, 302, 11, p.pale) +
    circle(257, 316, 11, p.pale),
  leash: (p: Paint) =>
    line("M122 120c-70 60 20 130 90 70s-10-140-90-70z", p.base, 24) +
    line("M214 196c90 60-130 110-60 170s200-70 190 0", p.base, 24) +
    line("M214 196c90 60-130 110-60 170s200-70 190 0", p.light, 5) +
    rect({ x: 196, y: 178, w: 34, h: 40, r: 6 }, INK) +
    ring(348, 336, 20, ["#d3b15d", 9]) +
    line("M348 312v-40q0-34 30-34t30 34-30 40", "#d3b15d", 13) +
    rect({ x: 336, y: 288, w: 24, h: 22, r: 4 }, "#b8943f"),
};
