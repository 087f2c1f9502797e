import { INK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, line, mirrored, rect, shape, times, turned } from "./svg.ts";

/** Tools. */
export const TOOLS = {
  drill: (p: Paint) =>
    line("M34 158h60", STEEL_DARK, 9) +
    shape("M84 138h50v40H84z", INK) +
    shape("M130 118h60v82h-60z", STEEL) +
    rect({ x: 180, y: 96, w: 226, h: 124, r: 30 }, p.base) +
    rect({ x: 180, y: 168, w: 226, h: 52, r: 26 }, p.dark) +
    shape("M286 206h96l26 136h-90z", p.base) +
    shape("M284 214l22-4 8 60q-26 0-30-56z", INK) +
    rect({ x: 284, y: 330, w: 150, h: 70, r: 12 }, INK) +
    line(
      times(4, (at) => `M${352 + at * 14} 120v40`),
      p.deep,
      6,
    ) +
    rect({ x: 300, y: 352, w: 60, h: 14, r: 4 }, p.accent) +
    p.mark(252, 136, 15),
  hammer: (p: Paint) =>
    turned(
      32,
      [240, 250],
      rect({ x: 223, y: 150, w: 34, h: 120 }, "#c69c68") +
        rect({ x: 216, y: 256, w: 48, h: 170, r: 20 }, p.base) +
        line(
          times(5, (at) => `M222 ${292 + at * 24}h36`),
          p.dark,
          6,
        ) +
        shape("M120 84h62l20 14h76q60-6 92 48-52-26-92-8v30H204v-14l-22 6h-62z", STEEL) +
        rect({ x: 104, y: 78, w: 40, h: 82, r: 6 }, STEEL_DARK) +
        rect({ x: 206, y: 98, w: 70, h: 72, r: 6 }, STEEL_DARK) +
        p.mark(240, 134, 11),
    ),
  screwdrivers: (p: Paint) =>
    times(3, (at) =>
      turned(
        -26 + at * 26,
        [240, 430],
        rect({ x: 232, y: 60 + at * 8, w: 16, h: 150 }, STEEL) +
          shape(`M229 ${60 + at * 8}h22l-6-20h-10z`, STEEL_DARK) +
          shape("M212 214q28-20 56 0l8 130q0 34-36 34t-36-34z", at === 1 ? p.base : p.dark) +
          rect({ x: 210, y: 318, w: 60, h: 18 }, p.accent) +
          line("M226 232v80M254 232v80", p.pale, 5),
      ),
    ),
  tape: (p: Paint) =>
    rect({ x: 300, y: 352, w: 160, h: 30 }, "#f0cf55") +
    line(
      times(12, (at) => `M${318 + at * 12} 352v${at % 2 === 0 ? 16 : 9}`),
      INK,
      3,
    ) +
    rect({ x: 452, y: 346, w: 10, h: 50 }, STEEL_DARK) +
    shape("M80 226q0-126 126-126h20q126 0 126 126v166H92q-12 0-12-12z", p.base) +
    shape("M80 330h272v62H92q-12 0-12-12z", INK) +
    circle(214, 230, 84, p.dark) +
    circle(214, 230, 66, PAPER) +
    p.mark(214, 230, 32) +
    rect({ x: 318, y: 176, w: 40, h: 54, r: 8 }, INK),
  toolbox: (p: Paint) =>
    line("M150 196v-60q0-20 20-20h140q20 0 20 20v60", INK, 22) +
    shape("M58 232l40-44h284l40 44z", p.light) +
    rect({ x: 46, y: 228, w: 388, h: 60, r: 8 }, p.dark) +
    rect({ x: 58, y: 280, w: 364, h: 120, r: 14 }, p.base) +
    mirrored(
      rect({ x: 112, y: 258, w: 52, h: 56, r: 6 }, INK) +
        rect({ x: 122, y: 288, w: 32, h: 12, r: 3 }, STEEL),
    ) +
    p.mark(240, 340, 24),
  ladder: (p: Paint) =>
    line("M300 72l74 320", STEEL_DARK, 12) +
    line("M258 72l60 320", STEEL_DARK, 9) +
    line("M196 64L102 392M284 64l-8 328", p.base, 16) +
    times(4, (at) =>
      shape(`M${178 - at * 21} ${128 + at * 66}h${104 + at * 19}l0 20h${-110 - at * 20}z`, p.dark),
    ) +
    rect({ x: 178, y: 52, w: 132, h: 26, r: 8 }, INK) +
    line("M146 300h210", STEEL_DARK, 5) +
    rect({ x: 90, y: 386, w: 26, h: 14, r: 3 }, INK) +
    rect({ x: 264, y: 386, w: 26, h: 14, r: 3 }, INK) +
    rect({ x: 364, y: 386, w: 24, h: 14, r: 3 }, INK),
};
