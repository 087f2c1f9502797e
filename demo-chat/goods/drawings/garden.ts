import { INK, type Paint, STEEL } from "./paint.ts";
import { circle, ellipse, line, mirrored, rect, ring, shape, times, turned } from "./svg.ts";

/** Things for the garden. */
export const GARDENWARE = {
  plantpot: (p: Paint) =>
    line("M240 250V120", "#4c7a48", 9) +
    mirrored(shape("M238 220q-94-6-112-92 90 0 112 92z", "#5f9457")) +
    mirrored(shape("M240 160q-50-30-40-104 50 30 40 104z", "#76ab69")) +
    shape("M138 250h204l-24 150H162z", p.base) +
    shape("M288 250h54l-24 150h-46z", p.dark) +
    rect({ x: 122, y: 232, w: 236, h: 38, r: 10 }, p.light) +
    (p.choose(2) === 0 ? shape("M148 312h184l-5 30H153z", p.pale) : p.mark(232, 330, 20)),
  wateringcan: (p: Paint) =>
    line("M196 206c-20-120 150-120 150 20v90", p.dark, 18) +
    shape("M300 322L414 160l22 14-96 190z", p.dark) +
    shape("M398 138l58 40-14 22-60-42z", p.deep) +
    shape("M110 200h190l24 200H86z", p.base) +
    shape("M244 200h56l24 200h-60z", p.dark) +
    ellipse([205, 200], 95, 17, p.deep) +
    p.mark(178, 312, 22) +
    line(
      times(3, (at) => `M${430 + at * 9} ${206 + at * 16}l5 18`),
      "#6fa6c4",
      5,
    ),
  shears: (p: Paint) =>
    turned(
      -32,
      [240, 250],
      shape("M228 60q44 56 38 170l-30 12q-26-90-8-182z", STEEL) +
        shape("M252 96q-36 50-30 132l26 14q24-70 4-146z", "#dfe4e8") +
        line("M232 240c-46 60-50 110-40 170", p.base, 30) +
        line("M250 240c46 60 52 110 46 160", p.base, 30) +
        line("M230 262c-32 50-36 96-30 140", p.light, 6) +
        circle(242, 236, 19, INK) +
        circle(242, 236, 7, STEEL),
    ),
  hose: (p: Paint) =>
    times(4, (at) => ring(228, 258, 134 - at * 26, [at % 2 === 0 ? p.base : p.light, 25])) +
    times(4, (at) => ring(228, 258, 134 - at * 26, [p.dark, 3])) +
    line("M228 392h140", p.base, 25) +
    rect({ x: 358, y: 376, w: 40, h: 32, r: 4 }, INK) +
    shape("M398 376l46 6v20l-46 6z", p.accent) +
    circle(228, 258, 30, "#eceae5"),
};
