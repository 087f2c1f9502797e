import type { BrowserContext, Page } from "playwright-core";
import { drawPicture } from "../../../demo-chat/goods/drawings/draw.ts";
import { productAt, productById } from "../../../demo-chat/goods/generate.ts";

export const SHOP = "https://shop.example.com";
const OPTIONS = { seed: 1, baseUrl: SHOP };

/** What somebody hostile would call a product: markup, and text that runs the other way. */
export const MARKUP = "<img src=x onerror=alert(1)> zzhostile";
export const TURNED = "\u05de\u05d7\u05d1\u05ea 3 (zzhostile";

const PLAIN = { currency: "USD", imageUrl: `${SHOP}/shop/img/pd-000001.svg`, link: `${SHOP}/p` };

/**
 * The demo's products, and some that nobody would wish for. Only lamps are photographed: all others
 * have the exchange's own picture, which costs a test no time.
 */
export function rows(count: number, baseUrl: string): object[] {
  const neutral = `${baseUrl}/assets/no-image.svg`;
  const shown = Array.from({ length: count }, (_, index) => {
    const { row } = productAt(index, OPTIONS);
    return /lamp|drill|puzzle/i.test(row.title) ? row : { ...row, imageUrl: neutral };
  });
  return [
    ...shown,
    { ...PLAIN, id: "hostile-1", title: MARKUP, brand: MARKUP, seller: MARKUP, price: 5 },
    { ...PLAIN, id: "hostile-2", title: TURNED, price: 7, compareAtPrice: 7 },
    { ...PLAIN, id: "broken-1", title: "Zzbroken picture", price: 9, imageUrl: `${SHOP}/gone` },
    { ...PLAIN, id: "reduced-1", title: "Zzreduced pan", price: 80, compareAtPrice: 100 },
    { ...PLAIN, id: "full-1", title: "Zzreduced pot", price: 100 },
  ];
}

/** The shop that the pictures and landing pages come from. */
export async function playShop(context: BrowserContext): Promise<void> {
  await context.route(`${SHOP}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const id = /^\/shop\/img\/(.+)\.svg$/.exec(pathname)?.[1] ?? "";
    const product = productById(id, OPTIONS);
    if (product !== undefined) {
      return route.fulfill({ contentType: "image/svg+xml", body: drawPicture(product) });
    }
    if (pathname === "/gone") return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: "text/html", body: "<title>The shop</title>" });
  });
}

/** The titles of the cards as they stand. */
export function titles(page: Page): Promise<string[]> {
  return page.locator(".card .title bdi").allTextContents();
}
