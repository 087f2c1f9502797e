import { INK, PAPER, type Paint, STEEL_DARK } from "./paint.ts";
import { circle, ellipse, line, rect, ring, shape, times, turned } from "./svg.ts";

/** Lamps, linen, decoration. */
export const ROOMS = {
  lamp: (p: Paint) =>
    ellipse([240, 388], 74, 13, p.deep) +
    (p.choose(2) === 0
      ? shape("M226 238h28q56 60 40 110-14 40-54 40t-54-40q-16-50 40-110z", p.base)
      : rect({ x: 228, y: 238, w: 24, h: 144 }, p.base) +
        circle(240, 300, 32, p.base) +
        circle(240, 352, 40, p.dark)) +
    shape("M172 88h136l48 152H124z", "#f4ead2") +
    shape("M124 240h232l-5-16H129z", p.accent) +
    shape("M268 88h40l48 152h-56z", "#e6d9bb") +
    p.mark(240, 330, 13),
  floorlamp: (p: Paint) =>
    ellipse([228, 392], 76, 11, p.dark) +
    (p.choose(2) === 0
      ? rect({ x: 222, y: 120, w: 12, h: 272 }, p.base) +
        shape("M172 40h112l32 96H140z", "#f4ead2") +
        shape("M140 136h176l-4-12H144z", p.dark)
      : line("M228 390V130q0-70 80-70h34", p.base, 12) +
        shape("M306 60h72l30 70H276z", p.base) +
        ellipse([342, 132], 50, 10, "#f6e3a4")),
  pendant: (p: Paint) =>
    rect({ x: 236, y: 0, w: 8, h: 150 }, INK) +
    rect({ x: 222, y: 136, w: 36, h: 34, r: 6 }, "#d3b15d") +
    (p.choose(2) === 0
      ? shape("M96 330q0-164 144-164t144 164z", p.base) +
        shape("M290 178q94 24 94 152h-64q10-100-30-152z", p.dark)
      : shape("M214 168h52l126 162H88z", p.base) + shape("M252 168h14l126 162h-70z", p.dark)) +
    ellipse([240, 330], 146, 22, "#f6e7b5") +
    circle(240, 340, 28, "#fff6d6") +
    p.mark(196, 270, 15),
  stringlights: (p: Paint) =>
    line("M10 90Q120 210 240 130T470 120M10 270q110 110 230 30t230-20", INK, 6) +
    [
      [54, 128],
      [120, 156],
      [190, 150],
      [258, 122],
      [330, 112],
      [404, 130],
      [54, 304],
      [122, 334],
      [194, 322],
      [262, 290],
      [336, 272],
      [410, 284],
    ]
      .map(
        ([x = 0, y = 0], at) =>
          rect({ x: x - 9, y: y, w: 18, h: 22, r: 3 }, INK) +
          circle(x, y + 46, 26, at % 3 === p.choose(3) ? p.base : "#f6dd8e") +
          ellipse([x - 8, y + 38], 6, 9, "#fff8e0"),
      )
      .join(""),
  pillow: (p: Paint) =>
    shape(
      "M70 196q60-40 170-34 110-6 170 34 26 90 0 176-60 36-170 28-110 8-170-28-26-86 0-176z",
      p.base,
    ) +
    shape(
      "M82 330q60 30 158 24 98 6 158-24-2 26-8 40-60 34-150 28-90 6-150-28-6-14-8-40z",
      p.dark,
    ) +
    line("M110 220q40-20 90-24M370 220q-30-16-64-20", p.light, 8) +
    rect({ x: 356, y: 318, w: 40, h: 24, r: 3 }, PAPER) +
    p.mark(376, 330, 7),
  sheets: (p: Paint) =>
    times(
      4,
      (at) =>
        rect(
          { x: 88 - (at % 2) * 8, y: 330 - at * 54, w: 304 + (at % 2) * 16, h: 66, r: 30 },
          at % 2 === 0 ? p.base : p.light,
        ) + line(`M${104 - (at % 2) * 8} ${376 - at * 54}h${272 + (at % 2) * 16}`, p.dark, 4),
    ) +
    rect({ x: 216, y: 160, w: 48, h: 238, r: 4 }, p.accent) +
    circle(240, 274, 26, PAPER) +
    circle(240, 274, 14, p.deep),
  mattress: (p: Paint) =>
    shape("M110 212h300l40 92v62q0 22-22 22H60q-22 0-22-22v-62z", p.dark) +
    shape("M120 206h240q20 0 30 16l56 82H34l56-82q10-16 30-16z", PAPER) +
    line(
      times(4, (at) => `M${104 - at * 18} ${226 + at * 20}h${272 + at * 36}`),
      p.pale,
      4,
    ) +
    line(
      times(5, (at) => `M${150 + at * 45} 208L${92 + at * 74} 300`),
      p.pale,
      4,
    ) +
    rect({ x: 34, y: 300, w: 412, h: 86, r: 18 }, p.base) +
    rect({ x: 34, y: 334, w: 412, h: 14 }, p.light) +
    p.mark(90, 366, 10),
  blanket: (p: Paint) =>
    rect({ x: 76, y: 292, w: 328, h: 102, r: 44 }, p.dark) +
    rect({ x: 70, y: 214, w: 340, h: 104, r: 46 }, p.base) +
    line(
      times(9, (at) => `M${104 + at * 34} 230q14 18 0 36t0 36`),
      p.dark,
      6,
    ) +
    line(
      times(9, (at) => `M${108 + at * 33} 324q12 16 0 32t0 26`),
      p.deep,
      6,
    ) +
    line(
      times(14, (at) => `M${92 + at * 23} 390v12`),
      p.light,
      5,
    ) +
    rect({ x: 76, y: 160, w: 300, h: 70, r: 32 }, p.light) +
    line(
      times(8, (at) => `M${110 + at * 34} 172q12 14 0 28t0 20`),
      p.base,
      6,
    ),
  rug: (p: Paint) =>
    shape("M98 170h284l74 196H24z", p.base) +
    shape("M116 186h248l56 160H60z", p.light) +
    shape("M132 200h216l40 128H92z", p.base) +
    (p.choose(2) === 0
      ? shape("M240 208l70 52-70 58-70-58z", p.accent) +
        shape("M240 230l40 30-40 34-40-34z", p.pale)
      : times(4, (at) =>
          shape(
            `M${128 - at * 9} ${214 + at * 29}h${224 + at * 18}l2 9H${126 - at * 9}z`,
            at % 2 === 0 ? p.pale : p.accent,
          ),
        )) +
    line(
      times(20, (at) => `M${28 + at * 22} 368v18M${102 + at * 14.5} 168v-10`),
      p.dark,
      4,
    ),
  clock: (p: Paint) =>
    circle(240, 246, 170, p.deep) +
    circle(240, 240, 170, p.base) +
    circle(240, 240, 144, PAPER) +
    times(12, (at) =>
      turned(
        at * 30,
        [240, 240],
        rect(
          { x: 235, y: 108, w: 10, h: at % 3 === 0 ? 30 : 16, r: 3 },
          at % 3 === 0 ? p.deep : STEEL_DARK,
        ),
      ),
    ) +
    turned(-58 + p.choose(5) * 20, [240, 240], line("M240 240V164", INK, 12)) +
    turned(62, [240, 240], line("M240 240V134", INK, 8)) +
    turned(190, [240, 240], line("M240 220V130", p.accent, 4)) +
    circle(240, 240, 12, INK) +
    p.mark(240, 320, 9),
  mirror: (p: Paint) =>
    rect({ x: 232, y: 26, w: 16, h: 24, r: 4 }, STEEL_DARK) +
    circle(240, 246, 186, p.dark) +
    circle(240, 240, 186, p.base) +
    circle(240, 240, 168, "#cfdde3") +
    shape("M120 330L330 120l28 28L150 358z", "#e4edf0") +
    shape("M172 376L384 164l10 14L186 386z", "#dce8ec"),
  candle: (p: Paint) =>
    shape("M148 176h184v196q0 28-28 28H176q-28 0-28-28z", p.base) +
    shape("M282 176h50v196q0 28-28 28h-40q18-8 18-40z", p.dark) +
    ellipse([240, 176], 92, 20, p.pale) +
    ellipse([240, 178], 80, 15, "#f6ecd2") +
    line("M240 178v-26", INK, 5) +
    shape("M240 84c30 36 24 68 0 70-24-2-30-34 0-70z", "#f0b13c") +
    shape("M240 112c14 18 12 38 0 40-12-2-14-22 0-40z", "#fbe6a6") +
    rect({ x: 186, y: 236, w: 108, h: 112, r: 6 }, PAPER) +
    ring(240, 276, 19, [p.deep, 4]) +
    line("M206 314h68M218 330h44", STEEL_DARK, 5),
};
