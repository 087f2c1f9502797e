import { INK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, ellipse, line, rect, ring, shape, times, turned } from "./svg.ts";

/** Everything about bicycles. */
export const BIKES = {
  bicycle: (p: Paint) =>
    times(
      2,
      (at) =>
        ring(120 + at * 240, 306, 86, [INK, 11]) +
        ring(120 + at * 240, 306, 78, [STEEL, 3]) +
        times(6, (spoke) =>
          turned(spoke * 30, [120 + at * 240, 306], line(`M${120 + at * 240} 230v152`, STEEL, 2)),
        ),
    ) +
    line("M120 306l70-116h140M190 190l46 116h-116M236 306l96-122", p.base, 13) +
    line("M360 306l-36-150", p.dark, 13) +
    line("M324 156l-14-22h44", INK, 11) +
    line("M190 190l-10-32", INK, 9) +
    shape("M142 146h72q8 16-14 18h-40z", INK) +
    circle(236, 306, 22, STEEL_DARK) +
    line("M236 306l20 34h18", INK, 8) +
    circle(120, 306, 10, INK) +
    circle(360, 306, 10, INK) +
    line("M28 306a92 92 0 0 1 92-92", p.dark, 8) +
    line("M268 306a92 92 0 0 1 92-92", p.dark, 8) +
    circle(342, 172, 12, "#f6e3a4"),
  helmet: (p: Paint) =>
    line("M120 290q30 110 120 108t124-100", INK, 9) +
    shape("M56 296q-10-190 176-200 190 4 200 200-40 30-90 8-90-20-190 8-60 16-96-16z", p.base) +
    shape("M56 296q-4-60 12-100 20 60 84 116-60 16-96-16z", p.dark) +
    shape(
      "M150 128q60-30 80-6-50 50-110 60-4-30 30-54zM256 124q60 0 90 44-60 30-120 10 10-40 30-54z" +
        "M116 220q60-24 110-16-20 50-90 60-24-20-20-44z" +
        "M256 206q70-6 130 30 0 30-30 40-80-24-110-34z",
      p.deep,
    ) +
    line("M70 300q40 20 90 4 94-26 186-6 40 12 80-4", p.light, 9) +
    rect({ x: 222, y: 384, w: 36, h: 20, r: 6 }, INK) +
    p.mark(404, 258, 10),
  bikelight: (p: Paint) =>
    shape("M180 170L20 90v160z", "#f7edc4") +
    rect({ x: 176, y: 116, w: 130, h: 110, r: 32 }, p.base) +
    rect({ x: 168, y: 124, w: 36, h: 94, r: 14 }, STEEL) +
    ellipse([182, 170], 12, 36, "#fff6d2") +
    rect({ x: 226, y: 100, w: 40, h: 18, r: 8 }, p.accent) +
    rect({ x: 216, y: 224, w: 50, h: 34, r: 8 }, INK) +
    ring(240, 286, 30, [INK, 13]) +
    rect({ x: 320, y: 262, w: 94, h: 138, r: 34 }, p.dark) +
    rect({ x: 332, y: 276, w: 70, h: 110, r: 26 }, "#c73a32") +
    times(3, (at) => circle(367, 302 + at * 30, 11, "#ff9a8a")) +
    p.mark(276, 172, 12),
  floorpump: (p: Paint) =>
    line("M262 342c130 30 120-130 96-210", INK, 9) +
    rect({ x: 340, y: 96, w: 34, h: 42, r: 8 }, p.accent) +
    rect({ x: 232, y: 76, w: 14, h: 90 }, STEEL) +
    rect({ x: 144, y: 54, w: 190, h: 28, r: 14 }, INK) +
    rect({ x: 210, y: 140, w: 58, h: 236, r: 12 }, p.base) +
    rect({ x: 248, y: 140, w: 20, h: 236, r: 8 }, p.dark) +
    rect({ x: 130, y: 376, w: 220, h: 22, r: 10 }, INK) +
    circle(239, 330, 40, STEEL_DARK) +
    circle(239, 330, 32, PAPER) +
    line("M239 330l16-18", "#c73a32", 5) +
    p.mark(232, 220, 14),
  lock: (p: Paint) =>
    line("M152 280V170q0-88 88-88t88 88v110", STEEL_DARK, 40) +
    line("M146 276V170q0-92 94-94", STEEL, 9) +
    rect({ x: 84, y: 264, w: 312, h: 96, r: 44 }, p.base) +
    rect({ x: 84, y: 318, w: 312, h: 42, r: 21 }, p.dark) +
    rect({ x: 196, y: 264, w: 88, h: 96 }, p.accent) +
    circle(240, 302, 15, INK) +
    rect({ x: 235, y: 306, w: 10, h: 28, r: 3 }, INK) +
    p.mark(136, 300, 13),
};
