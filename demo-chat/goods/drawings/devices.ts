import { INK, PAPER, type Paint, STEEL, STEEL_DARK } from "./paint.ts";
import { circle, ellipse, line, mirrored, rect, ring, shape, times, turned } from "./svg.ts";

const SCREEN = "#1d2433";

/** A wallpaper of two hills, so that a dark rectangle reads as a screen. */
function wallpaper(p: Paint, x: number, y: number, size: readonly [number, number]): string {
  const [w, h] = size;
  return (
    rect({ x, y, w, h, r: 6 }, "#33506e") +
    circle(x + w * 0.7, y + h * 0.3, Math.min(w, h) * 0.12, "#f0d9a0") +
    shape(`M${x} ${y + h * 0.7}q${w * 0.3} ${-h * 0.3} ${w} ${h * 0.05}V${y + h}H${x}z`, p.accent) +
    shape(`M${x} ${y + h * 0.85}q${w * 0.6} ${-h * 0.25} ${w} 0V${y + h}H${x}z`, "#24384d")
  );
}

/** Devices with a screen or a battery. */
export const DEVICES = {
  phone: (p: Paint) =>
    turned(
      -8,
      [190, 240],
      rect({ x: 110, y: 84, w: 150, h: 306, r: 26 }, p.dark) +
        rect({ x: 114, y: 84, w: 150, h: 306, r: 26 }, p.base) +
        rect({ x: 128, y: 100, w: 62, h: 84, r: 18 }, p.dark) +
        circle(146, 122, 13, INK) +
        circle(146, 160, 13, INK) +
        circle(173, 141, 9, INK) +
        p.mark(189, 260, 13),
    ) +
    rect({ x: 214, y: 92, w: 156, h: 310, r: 26 }, p.deep) +
    rect({ x: 221, y: 99, w: 142, h: 296, r: 20 }, SCREEN) +
    wallpaper(p, 226, 104, [132, 286]) +
    rect({ x: 270, y: 112, w: 44, h: 9, r: 5 }, INK),
  tablet: (p: Paint) =>
    rect({ x: 66, y: 126, w: 348, h: 262, r: 22 }, p.dark) +
    rect({ x: 66, y: 122, w: 348, h: 262, r: 22 }, p.base) +
    rect({ x: 82, y: 138, w: 316, h: 230, r: 8 }, SCREEN) +
    wallpaper(p, 86, 142, [308, 222]) +
    turned(
      14,
      [410, 270],
      rect({ x: 420, y: 130, w: 13, h: 220, r: 6 }, PAPER) + shape("M420 350h13l-6.5 22z", INK),
    ),
  laptop: (p: Paint) =>
    rect({ x: 102, y: 130, w: 276, h: 190, r: 14 }, p.dark) +
    rect({ x: 112, y: 140, w: 256, h: 170, r: 6 }, SCREEN) +
    wallpaper(p, 116, 144, [248, 162]) +
    shape("M96 320h288l44 66a8 8 0 0 1-7 14H59a8 8 0 0 1-7-14z", p.base) +
    shape("M110 328h260l22 34H88z", p.deep) +
    line(
      times(4, (at) => `M${104 - at * 3} ${334 + at * 8}H${376 + at * 3}`),
      p.dark,
      3,
    ) +
    shape("M200 368h80l6 16h-92z", p.dark),
  watch: (p: Paint) =>
    shape("M196 60h88l10 100H186z", p.base) +
    shape("M186 320h108l-10 82h-88z", p.base) +
    times(4, (at) => rect({ x: 232, y: 344 + at * 13, w: 16, h: 5, r: 2 }, p.deep)) +
    rect({ x: 164, y: 142, w: 152, h: 196, r: 46 }, STEEL_DARK) +
    rect({ x: 160, y: 142, w: 152, h: 196, r: 46 }, STEEL) +
    rect({ x: 314, y: 210, w: 12, h: 40, r: 5 }, STEEL_DARK) +
    rect({ x: 174, y: 156, w: 124, h: 168, r: 34 }, SCREEN) +
    (p.choose(2) === 0
      ? ring(236, 240, 44, ["#3b4558", 9]) + line("M236 196a44 44 0 1 1-42 31", p.accent, 9)
      : line("M236 240V202M236 240l26 18", PAPER, 7) + circle(236, 240, 7, p.accent)),
  monitor: (p: Paint) =>
    shape("M222 318h36l8 72h-52z", STEEL_DARK) +
    rect({ x: 160, y: 386, w: 160, h: 14, r: 7 }, p.dark) +
    rect({ x: 48, y: 96, w: 384, h: 234, r: 14 }, p.base) +
    rect({ x: 58, y: 106, w: 364, h: 204, r: 6 }, SCREEN) +
    wallpaper(p, 60, 108, [360, 200]) +
    p.mark(240, 320, 5),
  camera: (p: Paint) =>
    shape("M170 156l18-34h104l18 34z", p.dark) +
    rect({ x: 76, y: 150, w: 328, h: 226, r: 28 }, p.base) +
    rect({ x: 76, y: 206, w: 328, h: 120 }, p.deep) +
    rect({ x: 100, y: 134, w: 54, h: 20, r: 8 }, STEEL_DARK) +
    circle(240, 262, 100, INK) +
    ring(240, 262, 88, [STEEL_DARK, 5]) +
    circle(240, 262, 66, "#12161f") +
    circle(240, 262, 44, "#27405c") +
    ellipse([222, 242], 16, 11, "#8fb0c8") +
    rect({ x: 338, y: 168, w: 42, h: 22, r: 6 }, PAPER) +
    p.mark(112, 182, 11),
  powerbank: (p: Paint) =>
    line("M262 150c0-70 110-60 104 10s-30 90-8 140", INK, 9) +
    rect({ x: 346, y: 286, w: 26, h: 42, r: 5 }, STEEL_DARK) +
    rect({ x: 132, y: 130, w: 180, h: 272, r: 30 }, p.dark) +
    rect({ x: 126, y: 130, w: 180, h: 272, r: 30 }, p.base) +
    rect({ x: 238, y: 130, w: 46, h: 14, r: 5 }, INK) +
    times(4, (at) => circle(168 + at * 22, 172, 6, at < 3 ? "#9be08a" : p.dark)) +
    shape("M224 228l-44 70h32l-10 52 50-72h-34z", p.pale) +
    p.mark(270, 372, 11),
  headphones: (p: Paint) =>
    line("M116 290C92 60 388 60 364 290", p.deep, 30) +
    line("M122 280C104 84 376 84 358 280", p.base, 18) +
    mirrored(
      rect({ x: 84, y: 248, w: 62, h: 132, r: 30 }, p.deep) +
        rect({ x: 98, y: 240, w: 76, h: 150, r: 34 }, p.base) +
        rect({ x: 152, y: 252, w: 36, h: 126, r: 18 }, INK),
    ) +
    p.mark(124, 314, 13),
  earbuds: (p: Paint) =>
    rect({ x: 118, y: 246, w: 244, h: 154, r: 62 }, p.base) +
    shape("M118 306h244v2a62 62 0 0 1-62 62H180a62 62 0 0 1-62-62z", p.dark) +
    rect({ x: 128, y: 240, w: 224, h: 60, r: 30 }, p.deep) +
    circle(240, 340, 5, "#9be08a") +
    mirrored(
      circle(176, 160, 40, p.base) +
        circle(160, 150, 22, INK) +
        shape("M178 150h30v92a15 15 0 0 1-30 0z", p.light) +
        circle(192, 172, 6, p.deep),
    ),
  speaker: (p: Paint) =>
    rect({ x: 82, y: 168, w: 316, h: 232, r: p.choose(2) === 0 ? 70 : 34 }, p.dark) +
    rect({ x: 82, y: 160, w: 316, h: 230, r: p.choose(2) === 0 ? 70 : 34 }, p.base) +
    times(5, (row) => times(9, (at) => circle(136 + at * 26, 220 + row * 28, 5, p.deep))) +
    line("M110 172C90 100 200 110 240 110s150-10 130 62", p.accent, 12) +
    rect({ x: 206, y: 172, w: 68, h: 14, r: 7 }, p.deep) +
    circle(240, 276, 30, p.base) +
    p.mark(240, 276, 16),
  soundbar: (p: Paint) =>
    rect({ x: 128, y: 90, w: 224, h: 200, r: 12 }, p.dark) +
    rect({ x: 128, y: 84, w: 224, h: 200, r: 12 }, p.base) +
    circle(240, 184, 74, p.deep) +
    circle(240, 184, 56, INK) +
    circle(240, 184, 24, STEEL_DARK) +
    rect({ x: 30, y: 322, w: 420, h: 76, r: 20 }, p.base) +
    rect({ x: 42, y: 332, w: 396, h: 56, r: 14 }, p.deep) +
    line(
      times(22, (at) => `M${60 + at * 17} 342v36`),
      p.dark,
      3,
    ) +
    circle(240, 360, 14, p.deep) +
    p.mark(240, 360, 8),
  microphone: (p: Paint) =>
    ellipse([240, 388], 92, 16, p.deep) +
    ellipse([240, 380], 92, 16, p.base) +
    rect({ x: 231, y: 290, w: 18, h: 92 }, STEEL_DARK) +
    line("M156 200v30a84 84 0 0 0 168 0v-30", STEEL_DARK, 13) +
    rect({ x: 180, y: 74, w: 120, h: 206, r: 60 }, p.base) +
    shape("M180 134a60 60 0 0 1 120 0v34H180z", STEEL) +
    line(
      times(4, (at) => `M186 ${108 + at * 17}H294`),
      STEEL_DARK,
      4,
    ) +
    line(
      times(3, (at) => `M${210 + at * 30} 78v88`),
      STEEL_DARK,
      3,
    ) +
    rect({ x: 180, y: 166, w: 120, h: 9 }, p.deep) +
    p.mark(240, 222, 13),
};
