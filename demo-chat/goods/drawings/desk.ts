import { GLASS, INK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, line, rect, ring, shape, times, turned } from "./svg.ts";

const PENCIL = "#e3c79a";

/** Things on a desk and instruments. */
export const DESK = {
  keyboard: (p: Paint) =>
    rect({ x: 28, y: 222, w: 424, h: 176, r: 18 }, p.deep) +
    rect({ x: 28, y: 212, w: 424, h: 176, r: 18 }, p.base) +
    times(4, (row) =>
      times(12, (at) =>
        rect(
          { x: 44 + at * 33, y: 226 + row * 32, w: 28, h: 26, r: 5 },
          (at * 7 + row * 5) % 17 === p.choose(17) ? p.accent : p.pale,
        ),
      ),
    ) +
    rect({ x: 44, y: 354, w: 61, h: 26, r: 5 }, p.pale) +
    rect({ x: 110, y: 354, w: 226, h: 26, r: 5 }, p.light) +
    rect({ x: 341, y: 354, w: 94, h: 26, r: 5 }, p.pale),
  mouse: (p: Paint) =>
    shape(
      "M240 110c82 0 106 70 106 146 0 88-34 144-106 144s-106-56-106-144c0-76 24-146 106-146z",
      p.dark,
    ) +
    shape(
      "M240 104c80 0 100 70 100 144 0 86-30 142-100 142s-100-56-100-142c0-74 20-144 100-144z",
      p.base,
    ) +
    line("M240 106v118M142 230q98 28 196 0", p.deep, 4) +
    rect({ x: 226, y: 146, w: 28, h: 62, r: 14 }, p.deep) +
    rect({ x: 233, y: 156, w: 14, h: 34, r: 7 }, p.accent) +
    p.mark(240, 334, 15),
  notebook: (p: Paint) =>
    turned(
      -5,
      [240, 240],
      rect({ x: 132, y: 84, w: 232, h: 316, r: 10 }, PAPER) +
        line(
          times(3, (at) => `M362 ${100 + at * 3}v286`),
          "#d8d3c8",
          1,
        ) +
        rect({ x: 120, y: 78, w: 232, h: 316, r: 12 }, p.base) +
        rect({ x: 120, y: 78, w: 30, h: 316, r: 8 }, p.dark) +
        rect({ x: 314, y: 78, w: 11, h: 316 }, p.deep) +
        (p.choose(2) === 0
          ? rect({ x: 178, y: 140, w: 108, h: 58, r: 4 }, PAPER) +
            line("M194 162h76M194 178h48", STEEL_DARK, 4)
          : p.mark(232, 200, 30)) +
        shape("M200 394h18v44l-9-10-9 10z", p.accent),
    ),
  pen: (p: Paint) =>
    turned(
      40,
      [240, 240],
      rect({ x: 215, y: 40, w: 50, h: 250, r: 16 }, p.base) +
        rect({ x: 215, y: 130, w: 50, h: 10 }, "#d3b15d") +
        rect({ x: 222, y: 40, w: 9, h: 250, r: 4 }, p.light) +
        rect({ x: 256, y: 52, w: 10, h: 84, r: 5 }, "#d3b15d") +
        shape("M219 290h42l-6 50h-30z", p.deep) +
        shape("M225 340h30l-10 62q-5 14-10 0z", "#d3b15d") +
        line("M240 356v44", INK, 2) +
        circle(240, 356, 4, INK),
    ) + line("M70 372q30-26 50 0t44-4", "#31486e", 6),
  organizer: (p: Paint) =>
    turned(
      -8,
      [190, 200],
      rect({ x: 150, y: 108, w: 16, h: 170, r: 4 }, p.accent) + shape("M150 108h16l-8-22z", PENCIL),
    ) +
    rect({ x: 184, y: 124, w: 15, h: 150, r: 6 }, INK) +
    turned(
      10,
      [220, 200],
      rect({ x: 222, y: 112, w: 16, h: 160, r: 4 }, "#d5ad3c") +
        shape("M222 112h16l-8-22z", PENCIL),
    ) +
    rect({ x: 286, y: 196, w: 76, h: 110, r: 6 }, PAPER) +
    rect({ x: 300, y: 184, w: 72, h: 110, r: 6 }, GLASS) +
    rect({ x: 120, y: 230, w: 136, h: 170, r: 8 }, p.base) +
    rect({ x: 250, y: 266, w: 130, h: 134, r: 8 }, p.light) +
    rect({ x: 262, y: 316, w: 106, h: 70, r: 6 }, p.base) +
    circle(315, 350, 8, p.deep) +
    p.mark(188, 320, 16),
  guitar: (p: Paint) =>
    turned(
      24,
      [240, 240],
      rect({ x: 228, y: 20, w: 24, h: 200 }, p.deep) +
        rect({ x: 220, y: 2, w: 40, h: 56, r: 8 }, INK) +
        times(
          3,
          (at) => circle(214, 14 + at * 16, 5, STEEL) + circle(266, 14 + at * 16, 5, STEEL),
        ) +
        shape(
          "M240 180c52 0 66 34 58 68-5 20 34 34 34 86 0 60-50 86-92 86" +
            "s-92-26-92-86c0-52 39-66 34-86-8-34 6-68 58-68z",
          p.dark,
        ) +
        shape(
          "M240 188c46 0 58 30 50 62-5 22 34 36 34 84 0 54-46 78-84 78" +
            "s-84-24-84-78c0-48 39-62 34-84-8-32 4-62 50-62z",
          p.base,
        ) +
        circle(240, 282, 34, INK) +
        ring(240, 282, 39, [p.pale, 3]) +
        rect({ x: 202, y: 352, w: 76, h: 14, r: 5 }, p.deep) +
        line(
          times(4, (at) => `M${231 + at * 6} 30V358`),
          "#e6dfd0",
          1,
        ),
    ),
  ukulele: (p: Paint) =>
    turned(
      -20,
      [240, 260],
      rect({ x: 226, y: 62, w: 28, h: 150 }, p.deep) +
        shape("M218 28h44l6 46h-56z", p.dark) +
        circle(214, 44, 7, PAPER) +
        circle(266, 44, 7, PAPER) +
        circle(212, 62, 7, PAPER) +
        circle(268, 62, 7, PAPER) +
        circle(240, 240, 62, p.base) +
        circle(240, 320, 82, p.base) +
        rect({ x: 182, y: 250, w: 116, h: 40 }, p.base) +
        circle(240, 272, 28, INK) +
        rect({ x: 210, y: 336, w: 60, h: 13, r: 5 }, p.deep) +
        line(
          times(4, (at) => `M${229 + at * 7} 60V340`),
          PAPER,
          2,
        ) +
        p.mark(240, 376, 11),
    ),
  piano: (p: Paint) =>
    rect({ x: 84, y: 290, w: 18, h: 110 }, p.deep) +
    rect({ x: 378, y: 290, w: 18, h: 110 }, p.deep) +
    rect({ x: 90, y: 350, w: 300, h: 16 }, p.dark) +
    rect({ x: 150, y: 118, w: 180, h: 90, r: 6 }, p.dark) +
    rect({ x: 164, y: 112, w: 74, h: 88, r: 2 }, PAPER) +
    rect({ x: 242, y: 112, w: 74, h: 88, r: 2 }, PAPER) +
    line(
      times(4, (at) => `M174 ${128 + at * 18}h54M252 ${128 + at * 18}h54`),
      STEEL,
      3,
    ) +
    rect({ x: 46, y: 206, w: 388, h: 100, r: 12 }, p.base) +
    rect({ x: 62, y: 250, w: 356, h: 50, r: 3 }, PAPER) +
    line(
      times(21, (at) => `M${79 + at * 17} 252v46`),
      STEEL,
      1,
    ) +
    times(21, (at) =>
      [2, 6].includes(at % 7) ? "" : rect({ x: 74 + at * 17, y: 250, w: 10, h: 29 }, INK),
    ) +
    circle(90, 228, 7, p.accent) +
    rect({ x: 220, y: 220, w: 60, h: 16, r: 4 }, INK) +
    p.mark(390, 228, 9),
};
