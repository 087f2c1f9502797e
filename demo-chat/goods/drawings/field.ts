import { INK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import {
  circle,
  ellipse,
  hoop,
  line,
  mirrored,
  moved,
  rect,
  ring,
  shape,
  times,
  turned,
} from "./svg.ts";

/** Camping and sport. */
export const FIELD = {
  tent: (p: Paint) =>
    line("M60 388l-36 12M420 388l36 12", INK, 5) +
    (p.choose(2) === 0
      ? shape("M240 96L40 396h400z", p.base) +
        shape("M240 96l200 300H330z", p.dark) +
        shape("M240 96l-70 300h140z", p.deep) +
        shape("M240 96l-70 300h50z", p.light) +
        line("M240 110V74", INK, 7)
      : shape("M36 396q20-250 204-250t204 250z", p.base) +
        shape("M300 158q128 34 144 238h-90q0-160-54-238z", p.dark) +
        shape("M166 396q6-150 74-150t74 150z", p.deep) +
        shape("M166 396q6-150 60-150-16 60-12 150z", p.light) +
        line("M60 320Q130 130 300 150", p.pale, 5)) +
    p.mark(116, 352, 13),
  sleepingbag: (p: Paint) =>
    turned(
      -12,
      [240, 260],
      shape("M60 250q0-76 90-80h210q70 10 80 90-10 80-80 90H150q-90-4-90-100z", p.base) +
        shape("M60 262q4 84 90 88h210q70-10 80-90-40 40-120 44H160q-70-6-100-42z", p.dark) +
        line(
          times(6, (at) => `M${196 + at * 38} 174q14 84 0 172`),
          p.dark,
          4,
        ) +
        ellipse([128, 258], 58, 74, p.accent) +
        ellipse([134, 262], 40, 54, INK) +
        line("M180 206q120-14 230 30", p.pale, 6) +
        p.mark(330, 236, 12),
    ),
  headlamp: (p: Paint) =>
    line("M96 250C80 90 400 90 384 250", p.base, 40) +
    times(7, (at) =>
      turned(-54 + at * 18, [240, 260], rect({ x: 232, y: 108, w: 16, h: 30, r: 4 }, p.dark)),
    ) +
    line("M96 250q-4 60 60 70M384 250q4 60-60 70", p.dark, 36) +
    rect({ x: 134, y: 244, w: 212, h: 134, r: 44 }, INK) +
    circle(212, 312, 50, STEEL) +
    circle(212, 312, 38, "#fbeeb8") +
    circle(212, 312, 16, PAPER) +
    circle(302, 296, 20, "#d1473d") +
    rect({ x: 282, y: 334, w: 40, h: 14, r: 7 }, p.base),
  campchair: (p: Paint) =>
    line("M130 396L330 250M350 396L150 250M104 396L150 250M376 396L330 250", STEEL_DARK, 11) +
    shape("M136 84h208l14 176H122z", p.base) +
    shape("M122 244h236l34 56q-152 40-304 0z", p.dark) +
    rect({ x: 76, y: 216, w: 66, h: 20, r: 8 }, p.deep) +
    rect({ x: 338, y: 216, w: 66, h: 20, r: 8 }, p.deep) +
    line("M86 236l-6 60M394 236l6 60", STEEL_DARK, 11) +
    rect({ x: 150, y: 98, w: 180, h: 34, r: 6 }, p.light) +
    shape("M358 236h40l-6 44h-28z", INK) +
    p.mark(240, 190, 20),
  cooler: (p: Paint) =>
    line("M110 190C110 70 370 70 370 190", STEEL_DARK, 15) +
    rect({ x: 72, y: 220, w: 336, h: 180, r: 22 }, p.base) +
    rect({ x: 72, y: 350, w: 336, h: 50, r: 22 }, p.dark) +
    rect({ x: 58, y: 160, w: 364, h: 76, r: 20 }, PAPER) +
    rect({ x: 58, y: 212, w: 364, h: 24, r: 8 }, "#d9d5cc") +
    rect({ x: 214, y: 206, w: 52, h: 50, r: 8 }, p.deep) +
    mirrored(circle(110, 200, 14, p.deep)) +
    p.mark(240, 312, 26),
  stove: (p: Paint) =>
    rect({ x: 64, y: 296, w: 352, h: 92, r: 14 }, p.base) +
    rect({ x: 64, y: 360, w: 352, h: 28, r: 12 }, p.dark) +
    shape("M64 150h352l-10 130H74z", STEEL) +
    rect({ x: 64, y: 280, w: 352, h: 20, r: 4 }, INK) +
    mirrored(
      line("M110 280l-8-18M206 280l8-18M96 262h124", INK, 8) +
        shape("M158 262c26-24 10-40 0-62-10 22-26 38 0 62z", "#4f92c9") +
        circle(158, 336, 22, INK) +
        line("M158 336v-16", PAPER, 5),
    ) +
    rect({ x: 84, y: 388, w: 40, h: 14, r: 4 }, INK) +
    rect({ x: 356, y: 388, w: 40, h: 14, r: 4 }, INK) +
    p.mark(240, 336, 14),
  yogamat: (p: Paint) =>
    shape("M150 350l280-90 30 60-270 80z", p.light) +
    turned(
      -18,
      [240, 300],
      rect({ x: 92, y: 236, w: 300, h: 116, r: 58 }, p.base) +
        rect({ x: 92, y: 300, w: 300, h: 52, r: 26 }, p.dark) +
        ellipse([134, 294], 42, 58, p.pale) +
        ring(134, 294, 12, [p.dark, 6]) +
        hoop([134, 294], [27, 38], [p.dark, 6]) +
        rect({ x: 216, y: 232, w: 22, h: 124, r: 6 }, p.accent) +
        rect({ x: 330, y: 232, w: 22, h: 124, r: 6 }, p.accent),
    ) +
    line("M226 214q40-110 118-34", p.accent, 13),
  dumbbell: (p: Paint) => {
    const bell =
      rect({ x: 150, y: 296, w: 180, h: 26, r: 8 }, STEEL) +
      line(
        times(8, (at) => `M${178 + at * 18} 298l-6 22`),
        STEEL_DARK,
        3,
      ) +
      mirrored(
        shape("M86 250h60l24 30v58l-24 30H86l-24-30v-58z", p.base) +
          shape("M62 310h108v28l-24 30H86l-24-30z", p.dark),
      ) +
      p.mark(116, 292, 13);
    return (
      moved(0, 32, bell) +
      `<g transform="translate(50 -70) scale(.86)">${turned(-10, [240, 300], bell)}</g>`
    );
  },
  basketball: (p: Paint) =>
    circle(240, 240, 160, p.base) +
    shape("M240 400a160 160 0 0 0 138-240q-10 190-138 240z", p.dark) +
    line("M240 80v320M80 240h320M128 128q110 112 0 224M352 128q-110 112 0 224", INK, 7) +
    ring(240, 240, 158, [INK, 5]) +
    p.mark(190, 196, 13),
  soccerball: (p: Paint) =>
    circle(240, 240, 160, PAPER) +
    shape("M240 400a160 160 0 0 0 138-240q-10 180-138 240z", "#e4e1d9") +
    shape("M240 182l56 41-21 66h-70l-21-66z", p.base) +
    times(5, (at) =>
      turned(
        at * 72,
        [240, 240],
        line("M240 182v-46", INK, 5) +
          shape("M240 136l-44-26q20-28 44-30 24 2 44 30z", at % 2 === 0 ? p.base : p.dark) +
          line("M284 110l36 30", INK, 4),
      ),
    ) +
    ring(240, 240, 158, [STEEL, 4]) +
    p.mark(240, 242, 15),
  racket: (p: Paint) =>
    turned(
      32,
      [240, 240],
      line(
        times(9, (at) => `M${172 + at * 17} 50v200`),
        "#d8d4c8",
        3,
      ) +
        line(
          times(11, (at) => `M152 ${62 + at * 18}h176`),
          "#d8d4c8",
          3,
        ) +
        hoop([240, 146], [92, 118], [p.base, 22]) +
        line("M206 252l28 62M274 252l-28 62", p.dark, 17) +
        rect({ x: 222, y: 306, w: 36, h: 134, r: 10 }, INK) +
        line(
          times(5, (at) => `M224 ${336 + at * 20}l32-12`),
          STEEL_DARK,
          3,
        ) +
        rect({ x: 222, y: 300, w: 36, h: 16 }, p.accent),
    ) +
    circle(92, 352, 38, "#cfdc4a") +
    line("M62 334q30 14 30 56", PAPER, 5),
  skateboard: (p: Paint) =>
    turned(
      -16,
      [240, 280],
      rect({ x: 34, y: 232, w: 412, h: 96, r: 48 }, p.dark) +
        rect({ x: 34, y: 222, w: 412, h: 96, r: 48 }, p.base) +
        shape(
          p.choose(2) === 0
            ? "M160 222h60l-40 96h-60zM250 222h30l-40 96h-30zM300 222h60l-40 96h-60z"
            : "M120 318q60-90 120-40t120-56v96z",
          p.pale,
        ) +
        p.mark(400, 270, 16) +
        mirrored(
          times(4, (at) => circle(84 + (at % 2) * 30, 246 + Math.floor(at / 2) * 48, 4, STEEL)) +
            rect({ x: 82, y: 326, w: 44, h: 22, r: 4 }, STEEL_DARK) +
            circle(104, 356, 28, PAPER) +
            circle(104, 356, 11, p.accent),
        ),
    ),
};
