import { INK, PAPER, type Paint, STEEL_DARK } from "./paint.ts";
import { circle, line, mirrored, rect, shape, times } from "./svg.ts";

/** Bags. */
export const BAGS = {
  backpack: (p: Paint) =>
    line("M200 92q0-50 40-50t40 50", p.deep, 15) +
    mirrored(shape("M128 210q-50 20-46 150 4 30 46 28z", p.deep)) +
    shape("M120 390V190q0-116 120-116t120 116v200q0 10-10 10H130q-10 0-10-10z", p.base) +
    shape("M300 96q60 26 60 94v200q0 10-10 10h-50z", p.dark) +
    line("M146 214q0-96 94-96t94 96", p.deep, 6) +
    rect({ x: 152, y: 256, w: 176, h: 124, r: 22 }, p.light) +
    line("M166 286h148", p.deep, 7) +
    rect({ x: 298, y: 284, w: 10, h: 32, r: 4 }, p.accent) +
    (p.choose(2) === 0 ? rect({ x: 176, y: 196, w: 128, h: 16, r: 6 }, p.deep) : "") +
    p.mark(240, 172, 17) +
    circle(240, 336, 5, p.deep),
  suitcase: (p: Paint) =>
    line("M190 110V50q0-10 10-10h80q10 0 10 10v60", STEEL_DARK, 11) +
    rect({ x: 124, y: 100, w: 232, h: 282, r: 30 }, p.dark) +
    rect({ x: 124, y: 100, w: 222, h: 282, r: 30 }, p.base) +
    times(p.choose(2) === 0 ? 5 : 7, (at) =>
      line(
        p.choose(2) === 0 ? `M${158 + at * 38} 124v234` : `M146 ${138 + at * 34}h178`,
        p.dark,
        7,
      ),
    ) +
    rect({ x: 206, y: 112, w: 64, h: 15, r: 7 }, p.deep) +
    mirrored(rect({ x: 142, y: 378, w: 32, h: 12 }, INK) + circle(158, 390, 12, INK)) +
    rect({ x: 300, y: 210, w: 44, h: 60, r: 8 }, p.base) +
    p.mark(322, 240, 13),
  tote: (p: Paint) =>
    line("M166 200C166 30 314 30 314 200", p.dark, 15) +
    shape("M96 180h288l22 210q0 10-10 10H84q-10 0-10-10z", p.base) +
    shape("M330 180h54l22 210q0 10-10 10h-70z", p.dark) +
    line("M100 202h280", p.dark, 4) +
    line("M182 190C182 60 298 60 298 190", p.light, 15) +
    (p.choose(2) === 0
      ? p.mark(236, 298, 46)
      : circle(236, 298, 54, p.pale) + circle(236, 298, 30, p.base)),
  messenger: (p: Paint) =>
    line("M92 210C60 20 420 20 388 210", p.deep, 17) +
    rect({ x: 66, y: 196, w: 348, h: 204, r: 20 }, p.dark) +
    shape("M62 196h356v90q0 44-44 44H106q-44 0-44-44z", p.base) +
    mirrored(
      rect({ x: 124, y: 240, w: 30, h: 116, r: 4 }, p.deep) +
        rect({ x: 116, y: 306, w: 46, h: 28, r: 5 }, "#d3b15d"),
    ) +
    p.mark(240, 264, 20),
  wallet: (p: Paint) =>
    rect({ x: 124, y: 116, w: 210, h: 120, r: 10 }, "#6d94ad") +
    rect({ x: 140, y: 140, w: 210, h: 120, r: 10 }, "#d9a441") +
    rect({ x: 156, y: 164, w: 210, h: 120, r: 10 }, PAPER) +
    line("M176 186h60", STEEL_DARK, 8) +
    rect({ x: 76, y: 198, w: 328, h: 202, r: 18 }, p.dark) +
    rect({ x: 76, y: 204, w: 328, h: 190, r: 18 }, p.base) +
    line("M98 216h284q10 0 10 10v146q0 10-10 10H98q-10 0-10-10V226q0-10 10-10z", p.light, 3) +
    (p.choose(2) === 0
      ? rect({ x: 336, y: 270, w: 92, h: 58, r: 29 }, p.dark) + circle(364, 299, 11, "#d3b15d")
      : "") +
    p.mark(140, 348, 17),
};
