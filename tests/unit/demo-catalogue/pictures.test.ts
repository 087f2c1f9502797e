// @vitest-environment jsdom
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { departments } from "../../../demo-chat/goods/departments.ts";
import { drawPicture, PICTURE_BYTES_MAX } from "../../../demo-chat/goods/drawings/draw.ts";
import { escapeMarkup } from "../../../demo-chat/goods/drawings/svg.ts";
import { productAt } from "../../../demo-chat/goods/generate.ts";
import type { DemoProduct } from "../../../demo-chat/goods/types.ts";

const DRAWINGS = join(import.meta.dirname, "../../../demo-chat/goods/drawings");
const PICTURE_KINDS = readdirSync(DRAWINGS)
  .filter((file) => file.endsWith(".svg"))
  .map((file) => file.slice(0, -".svg".length));
const OPTIONS = { seed: 7, baseUrl: "http://shop.test" };
const PRODUCTS = Array.from({ length: 3_000 }, (_, index) => productAt(index, OPTIONS));

function parse(svg: string): Document {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(parsed.querySelector("parsererror")?.textContent).toBeUndefined();
  return parsed;
}

function pictureOf(change: Partial<DemoProduct["picture"]>): string {
  const base = {
    kind: "mug",
    title: "Mug",
    brand: "B",
    colorHex: "#aa3322",
    style: 5,
    size: 1,
  } as const;
  return drawPicture({ picture: { ...base, ...change } });
}

describe("product pictures", () => {
  test("every kind is drawn, and at least 30 kinds look different", () => {
    const drawn = new Set(PICTURE_KINDS.map((kind) => pictureOf({ kind })));
    expect(drawn.size).toBe(PICTURE_KINDS.length);
    expect(drawn.size).toBeGreaterThanOrEqual(30);
    const used = departments().flatMap(({ types }) => types.map(({ picture }) => picture));
    expect([...new Set(used)].toSorted()).toEqual(PICTURE_KINDS.toSorted());
  });

  test("3,000 pictures stay below the size limit and hold no broken number", () => {
    for (const product of PRODUCTS) {
      const svg = drawPicture(product);
      expect(Buffer.byteLength(svg)).toBeLessThan(PICTURE_BYTES_MAX);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|[[\]{}]/);
    }
  });

  test("pictures are well-formed, 480 by 480, and named by the title", () => {
    for (const product of PRODUCTS.slice(0, 240)) {
      const root = parse(drawPicture(product)).documentElement;
      expect(root.getAttribute("viewBox")).toBe("0 0 480 480");
      expect(root.querySelector("title")?.textContent).toBe(product.row.title);
    }
  });

  test("a picture neither runs nor loads anything", () => {
    for (const product of PRODUCTS.slice(0, 240)) {
      const markup = drawPicture(product).replace('xmlns="http://www.w3.org/2000/svg"', "");
      expect(markup).not.toMatch(/<script|<style|<image|<use|href|url\(|http|\son[a-z]+=/i);
    }
  });

  test("the same product gives the same bytes; colour and style change them", () => {
    expect(pictureOf({})).toBe(pictureOf({}));
    expect(pictureOf({ colorHex: "#2255aa" })).not.toBe(pictureOf({}));
    expect(pictureOf({ style: 6 })).not.toBe(pictureOf({}));
    expect(pictureOf({ brand: "C" })).not.toBe(pictureOf({}));
  });

  test("hostile titles and brands stay text", () => {
    const hostile = `</title><script>alert("1")</script>&<>'\u0000\u0008\ud800\uffff`;
    const root = parse(pictureOf({ title: hostile, brand: hostile })).documentElement;
    expect(root.querySelector("script")).toBeNull();
    expect(root.querySelector("title")?.textContent).toBe(
      `</title><script>alert("1")</script>&<>'`,
    );
  });

  test("a title of any length leaves the picture below the size limit", () => {
    for (const kind of PICTURE_KINDS) {
      const svg = pictureOf({ kind, title: "&".repeat(5_000), brand: "&".repeat(5_000) });
      expect(Buffer.byteLength(svg), kind).toBeLessThan(PICTURE_BYTES_MAX);
      parse(svg);
    }
  });

  test("escaping keeps emoji and drops what XML forbids", () => {
    expect(escapeMarkup("a\u0001b\ud83d\ude00<")).toBe("ab\ud83d\ude00&lt;");
  });
});
