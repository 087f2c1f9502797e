import { GLASS, INK, OAK, OAK_DARK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, ellipse, line, mirrored, rect, shape, times, turned } from "./svg.ts";

/** Furniture. */
export const FURNITURE = {
  sofa: (p: Paint) =>
    rect({ x: 70, y: 372, w: 18, h: 28, r: 4 }, OAK_DARK) +
    rect({ x: 392, y: 372, w: 18, h: 28, r: 4 }, OAK_DARK) +
    rect({ x: 64, y: 172, w: 352, h: 150, r: 32 }, p.dark) +
    rect({ x: 88, y: 186, w: 150, h: 120, r: 20 }, p.base) +
    rect({ x: 242, y: 186, w: 150, h: 120, r: 20 }, p.base) +
    rect({ x: 60, y: 290, w: 360, h: 92, r: 18 }, p.dark) +
    rect({ x: 84, y: 282, w: 156, h: 54, r: 16 }, p.light) +
    rect({ x: 240, y: 282, w: 156, h: 54, r: 16 }, p.light) +
    mirrored(rect({ x: 30, y: 236, w: 66, h: 146, r: 30 }, p.base)) +
    turned(-10, [140, 250], rect({ x: 104, y: 216, w: 72, h: 72, r: 14 }, p.accent)),
  armchair: (p: Paint) =>
    mirrored(line("M150 370l-12 28", OAK_DARK, 15)) +
    rect({ x: 130, y: 96, w: 220, h: 240, r: 70 }, p.dark) +
    rect({ x: 146, y: 112, w: 188, h: 200, r: 56 }, p.base) +
    rect({ x: 108, y: 300, w: 264, h: 78, r: 22 }, p.dark) +
    rect({ x: 136, y: 280, w: 208, h: 56, r: 22 }, p.light) +
    mirrored(rect({ x: 86, y: 222, w: 66, h: 154, r: 32 }, p.base)) +
    times(3, (at) => circle(192 + at * 48, 180, 5, p.deep)),
  officechair: (p: Paint) =>
    rect({ x: 150, y: 60, w: 180, h: 196, r: 34 }, p.deep) +
    rect({ x: 160, y: 70, w: 160, h: 176, r: 28 }, p.base) +
    line(
      times(5, (at) => `M176 ${98 + at * 28}h128`),
      p.dark,
      4,
    ) +
    rect({ x: 228, y: 240, w: 24, h: 50 }, INK) +
    rect({ x: 124, y: 270, w: 232, h: 44, r: 22 }, p.base) +
    rect({ x: 124, y: 294, w: 232, h: 20, r: 10 }, p.dark) +
    mirrored(line("M112 214h44M128 216v72", INK, 13)) +
    rect({ x: 230, y: 314, w: 20, h: 50 }, STEEL_DARK) +
    line("M240 362l-92 22M240 362l92 22M240 362v24", INK, 13) +
    circle(146, 390, 11, INK) +
    circle(334, 390, 11, INK) +
    circle(240, 390, 11, INK),
  table: (p: Paint) =>
    mirrored(shape("M98 262h26l-12 138H96z", p.dark)) +
    rect({ x: 98, y: 336, w: 284, h: 14, r: 5 }, p.dark) +
    rect({ x: 190, y: 318, w: 96, h: 18, r: 3 }, p.accent) +
    rect({ x: 196, y: 304, w: 84, h: 14, r: 3 }, GLASS) +
    rect({ x: 44, y: 238, w: 392, h: 30, r: 14 }, p.base) +
    rect({ x: 44, y: 256, w: 392, h: 12, r: 6 }, p.dark) +
    shape("M290 238l-8-50h60l-8 50z", PAPER) +
    line("M312 190v-50M312 170q-30-6-34-36M312 160q26-8 30-40", "#5b8a55", 7) +
    ellipse([160, 232], 44, 9, "#c9c3b6"),
  bookshelf: (p: Paint) => {
    const books = ["#c8553d", "#3d6b8c", "#d8a93a", "#6b8f5a", "#7a5c86", "#e7e0d0"];
    const row = (y: number, shift: number) =>
      times(6, (at) =>
        rect(
          {
            x: 150 + at * 21,
            y: y - 50 + ((at + shift) % 3) * 7,
            w: 17,
            h: 50 - ((at + shift) % 3) * 7,
            r: 2,
          },
          books[(at + shift) % 6] ?? INK,
        ),
      );
    return (
      rect({ x: 116, y: 46, w: 248, h: 354, r: 8 }, p.base) +
      times(4, (at) => rect({ x: 132, y: 62 + at * 84, w: 216, h: 70 }, p.deep)) +
      row(132, 0) +
      row(216, 2) +
      row(300, p.choose(5)) +
      row(384, 4) +
      circle(316, 112, 18, p.accent) +
      rect({ x: 290, y: 170, w: 44, h: 46, r: 6 }, PAPER) +
      circle(312, 282, 17, "#5b8a55") +
      rect({ x: 300, y: 284, w: 24, h: 16 }, PAPER) +
      rect({ x: 290, y: 350, w: 48, h: 34, r: 3 }, OAK)
    );
  },
  bed: (p: Paint) =>
    rect({ x: 50, y: 130, w: 380, h: 200, r: 18 }, p.dark) +
    rect({ x: 66, y: 146, w: 348, h: 120, r: 10 }, p.base) +
    line(
      times(5, (at) => `M${124 + at * 58} 150v110`),
      p.dark,
      3,
    ) +
    rect({ x: 44, y: 330, w: 392, h: 42, r: 8 }, p.base) +
    mirrored(rect({ x: 56, y: 368, w: 22, h: 32, r: 3 }, p.deep)) +
    rect({ x: 56, y: 262, w: 368, h: 76, r: 20 }, PAPER) +
    mirrored(rect({ x: 88, y: 216, w: 130, h: 58, r: 22 }, "#f3efe6")) +
    shape("M56 296h368v42H56z", p.accent),
  desk: (p: Paint) =>
    mirrored(
      rect({ x: 92, y: 250, w: 24, h: 142 }, STEEL_DARK) +
        rect({ x: 97, y: 300, w: 14, h: 92 }, STEEL) +
        rect({ x: 62, y: 386, w: 84, h: 14, r: 6 }, INK),
    ) +
    rect({ x: 36, y: 232, w: 408, h: 24, r: 8 }, p.base) +
    rect({ x: 36, y: 246, w: 408, h: 10, r: 5 }, p.dark) +
    rect({ x: 158, y: 126, w: 150, h: 88, r: 8 }, INK) +
    rect({ x: 166, y: 134, w: 134, h: 72, r: 3 }, "#4a6a86") +
    rect({ x: 224, y: 212, w: 18, h: 20 }, STEEL_DARK) +
    line("M356 232v-60l34-36", p.accent, 8) +
    shape("M374 144l26-26 22 24-26 20z", p.accent) +
    rect({ x: 80, y: 200, w: 34, h: 32, r: 6 }, PAPER) +
    rect({ x: 340, y: 258, w: 50, h: 14, r: 4 }, INK),
};
