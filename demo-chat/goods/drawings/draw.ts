import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashText } from "../random.ts";
import type { PictureSpec } from "../types.ts";
import { createPaint, type Paint } from "./paint.ts";
import { ellipse, escapeMarkup, rect } from "./svg.ts";

/** The largest picture that may be made. Units: bytes of UTF-8. */
export const PICTURE_BYTES_MAX = 6 * 1024;

const BACKDROPS = ["#eceae5", "#e8ebec", "#eeeae3", "#e9ebe6"];
const WALL_SHADE = "#dedbd4";

/** Long titles would spend the size limit on text that is only read aloud. */
const TITLE_LENGTH_MAX = 160;

/** Goods shown on a wall or in the air: without a floor below them. */
const HANGING = new Set(
  (
    "pendant stringlights clock mirror jacket tshirt hoodie kite notebook pen hammer " +
    "screwdrivers shears leash knife guitar ukulele socks puzzle necklace earrings dress shirt " +
    "sweater trousers shorts skirt swimsuit tie belt glasses goggles curtain dartboard frame " +
    "glove showerhead wrench pliers ruler"
  ).split(" "),
);

/** Drawings that have been asked for; there are no more than files. */
const drawings = new Map<string, string>();

/**
 * Draws a product as a stand-alone SVG: no script, no outside reference, the same bytes for the
 * same product.
 *
 * Shape: a view box of 480 by 480; the title is the accessible name.
 */
export function drawPicture({ picture }: { picture: PictureSpec }): string {
  const brandNumber = hashText(picture.brand);
  const paint = createPaint(picture.colorHex, picture.style, brandNumber);
  const goods = goodsOf(picture.kind, paint);
  const title = escapeMarkup(picture.title.slice(0, TITLE_LENGTH_MAX));
  // Sizes of one model differ a little, as they would in photographs from one distance.
  const scale = Math.round(88 + 12 * picture.size) / 100;
  const isHanging = HANGING.has(picture.kind);
  const [x, y] = isHanging ? [240, 240] : [240, 400];
  const floor = isHanging
    ? ""
    : rect({ x: 0, y: 372, w: 480, h: 108 }, WALL_SHADE) +
      ellipse([240, 402], Math.round(168 * scale), 13, "#c9c5bc");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480" ` +
    `role="img" aria-labelledby="t"><title id="t">${title}</title>` +
    rect({ x: 0, y: 0, w: 480, h: 480 }, BACKDROPS[picture.style % BACKDROPS.length] ?? "#eceae5") +
    floor +
    `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})" ` +
    `stroke-linecap="round" stroke-linejoin="round">${goods}</g>` +
    `<text x="24" y="456" font-family="system-ui,sans-serif" font-size="15" fill="#5d6167">` +
    `${escapeMarkup(picture.brand.slice(0, 40))}</text></svg>`
  );
}

function goodsOf(kind: string, paint: Paint): string {
  const drawing = drawings.get(kind) ?? readDrawing(kind);
  drawings.set(kind, drawing);
  return drawing
    .replaceAll(/\[\[(\d+)\|(.*?)\]\]/g, (_, count: string, alternatives: string) => {
      return alternatives.split("|")[paint.choose(Number(count))] ?? "";
    })
    .replaceAll(/\{mark (\S+) (\S+) (\S+)\}/g, (_, ...at: string[]) => {
      const [x = 0, y = 0, radius = 0] = at.slice(0, 3).map(Number);
      return paint.mark(x, y, radius);
    })
    .replaceAll(/\{(\w+)\}/g, (whole, tone: string) => paint.tones.get(tone) ?? whole);
}

/** The drawing of a kind on one line. */
function readDrawing(kind: string): string {
  return readFileSync(join(import.meta.dirname, `${kind}.svg`), "utf8").replaceAll("\n", "");
}
