import { GLASS, INK, OAK, OAK_DARK, PAPER, type Paint } from "./paint.ts";
import { circle, ellipse, line, mirrored, moved, rect, ring, shape, times, turned } from "./svg.ts";

/** Toys. */
export const TOYS = {
  blocks: (p: Paint) =>
    rect({ x: 70, y: 286, w: 114, h: 114, r: 8 }, p.base) +
    rect({ x: 184, y: 286, w: 114, h: 114, r: 8 }, "#e6b84a") +
    rect({ x: 298, y: 286, w: 114, h: 114, r: 8 }, p.accent) +
    rect({ x: 126, y: 172, w: 114, h: 114, r: 8 }, "#5f94b8") +
    shape("M240 286V172h114v114h-24a33 33 0 0 0-66 0z", p.dark) +
    shape("M240 76l74 96H166z", "#cf5a45") +
    circle(127, 343, 28, p.pale) +
    shape("M241 312l28 60h-56z", "#f6e3a8") +
    rect({ x: 330, y: 318, w: 50, h: 50, r: 4 }, PAPER) +
    ring(183, 229, 24, [PAPER, 9]),
  bear: (p: Paint) =>
    mirrored(
      circle(158, 100, 42, p.base) +
        circle(158, 100, 22, p.pale) +
        ellipse([118, 276], 38, 66, p.dark) +
        ellipse([160, 366], 58, 36, p.dark) +
        ellipse([150, 366], 30, 24, p.pale),
    ) +
    ellipse([240, 304], 104, 100, p.base) +
    ellipse([240, 314], 64, 68, p.light) +
    circle(240, 158, 96, p.base) +
    ellipse([240, 190], 48, 38, p.pale) +
    mirrored(circle(204, 146, 10, INK)) +
    ellipse([240, 174], 16, 11, INK) +
    line("M240 186v14M222 208q18 10 36 0", INK, 5) +
    shape("M240 254l-44-20v40zM240 254l44-20v40z", p.accent),
  train: (p: Paint) =>
    rect({ x: 20, y: 388, w: 440, h: 12, r: 4 }, OAK_DARK) +
    rect({ x: 180, y: 226, w: 190, h: 104, r: 40 }, p.base) +
    rect({ x: 90, y: 136, w: 124, h: 194, r: 10 }, p.dark) +
    rect({ x: 112, y: 166, w: 80, h: 66, r: 8 }, GLASS) +
    rect({ x: 74, y: 116, w: 156, h: 30, r: 10 }, p.accent) +
    shape("M296 152h56l-12 76h-32z", INK) +
    rect({ x: 286, y: 138, w: 76, h: 22, r: 8 }, p.accent) +
    circle(250, 222, 20, "#d8a93a") +
    rect({ x: 70, y: 318, w: 320, h: 26, r: 8 }, INK) +
    shape("M388 316l44 62h-44z", p.accent) +
    times(
      3,
      (at) => circle(126 + at * 104, 354, 38, OAK) + circle(126 + at * 104, 354, 14, p.dark),
    ) +
    ellipse([372, 106], 22, 18, PAPER) +
    ellipse([410, 76], 30, 23, PAPER) +
    p.mark(282, 282, 15),
  puzzle: (p: Paint) => {
    const piece = (fill: string) =>
      shape(
        "M0 0h44c-10-40 52-40 42 0h44v44c40-10 40 52 0 42v44H86" +
          "c10 40-52 40-42 0H0V86c40 10 40-52 0-42z",
        fill,
      );
    return (
      moved(84, 70, piece(p.base)) +
      moved(216, 70, piece(p.accent)) +
      moved(84, 202, piece("#e6b84a")) +
      moved(262, 250, turned(14, [0, 0], piece(p.dark)))
    );
  },
  kite: (p: Paint) =>
    turned(
      20,
      [250, 180],
      shape("M250 30l120 130-120 190-120-190z", p.base) +
        shape("M250 30l120 130H250z", p.accent) +
        shape("M130 160h120v190z", p.dark) +
        line("M250 30v320M130 160h240", PAPER, 5),
    ) +
    line("M196 344q-60 20-30 60t-60 50", INK, 4) +
    turned(20, [180, 372], shape("M150 360l50 26v-26l-50 26z", p.accent)) +
    turned(-30, [140, 430], shape("M112 420l50 26v-26l-50 26z", p.base)) +
    p.mark(240, 150, 18),
};
