import { mixNumbers } from "../random.ts";
import { circle, rect, shape } from "./svg.ts";

/** The colours and choices that one picture is drawn with. */
export type Paint = {
  /**
   * `base` is the colour of the goods, `dark` and `deep` are darker, `light` and `pale` lighter
   * tones of it; `accent` is a second colour that belongs to the brand.
   */
  tones: ReadonlyMap<string, string>;
  /** A whole number below `count`, fixed for the model. */
  choose(count: number): number;
  /** The sign of the brand, readable on the base colour. */
  mark(x: number, y: number, radius: number): string;
};

const ACCENTS = ["#d9653b", "#2f7f86", "#e0a92e", "#5b6fb0", "#7f9b53", "#b0506e"];

/** Prepares the colours of one product. */
export function createPaint(colorHex: string, style: number, brandNumber: number): Paint {
  const isLight = luminance(colorHex) > 0.62;
  const sign = isLight ? mix(colorHex, "#1d2026", 0.62) : mix(colorHex, "#ffffff", 0.82);
  return {
    tones: new Map([
      ["base", colorHex],
      ["dark", mix(colorHex, "#14171c", isLight ? 0.16 : 0.26)],
      ["deep", mix(colorHex, "#14171c", isLight ? 0.36 : 0.5)],
      ["light", mix(colorHex, "#ffffff", 0.26)],
      ["pale", mix(colorHex, "#ffffff", 0.58)],
      ["accent", ACCENTS[brandNumber % ACCENTS.length] ?? colorHex],
    ]),
    choose: (count) => mixNumbers(style, count) % count,
    mark: (x, y, radius) => markOf(brandNumber, { x, y, radius, fill: sign }),
  };
}

/** Mixes two `#rrggbb` colours; share 0 is the first, 1 the second. */
function mix(first: string, second: string, share: number): string {
  const parts = channels(first).map((value, at) =>
    Math.round(value + ((channels(second)[at] ?? value) - value) * share),
  );
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Perceived brightness from 0 to 1, without gamma: enough to choose a sign that shows. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

type Mark = { x: number; y: number; radius: number; fill: string };

/** Six simple signs, so that the goods of one brand can be told from those of another. */
function markOf(brandNumber: number, { x, y, radius, fill }: Mark): string {
  const half = radius / 2;
  const signs = [
    circle(x, y, radius * 0.8, fill),
    shape(`M${x} ${y - radius}l${radius} ${radius * 1.7}h${-2 * radius}z`, fill),
    shape(
      `M${x} ${y - radius}l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}z`,
      fill,
    ),
    rect({ x: x - radius, y: y - half, w: 2 * radius, h: half * 0.8 }, fill) +
      rect({ x: x - radius, y: y + half * 0.6, w: radius * 1.3, h: half * 0.8 }, fill),
    shape(`M${x - radius} ${y + half}a${radius} ${radius} 0 0 1 ${2 * radius} 0z`, fill),
    circle(x - half, y, half, fill) + circle(x + half, y, half, fill),
  ];
  return signs[(brandNumber >>> 4) % signs.length] ?? "";
}
