import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createImages } from "../../publisher-kit/src/cards/images.ts";
import { readOffer, readProduct } from "../../publisher-kit/src/cards/read.ts";
import { createSigner } from "../../publisher-kit/src/core/tokens.ts";
import { signCard } from "../../publisher-kit/src/turn/claims.ts";
import type { Card } from "../../publisher-kit/src/types.ts";
import { parseTurn } from "../../widget/src/validate.ts";

const ORIGIN = "https://exchange.example";
const LINK = `${ORIGIN}/r/${"a".repeat(64)}`;
const PICTURE = "https://shop.example/boots.jpg";
const signer = createSigner(["a secret of the publisher"]);
const images = createImages(signer, ORIGIN);

/** A product of the feed, with some of its fields replaced. */
const product = (fields: object = {}) => ({
  title: "Boots",
  disclosure: "Sponsored · Northbound",
  price: { amount: 129, currency: "USD" },
  image: { url: PICTURE },
  clickUrl: LINK,
  ...fields,
});

/** A delivery with the same fields in the places where the exchange puts them. */
function delivery({ disclosure, ...offer }: Record<string, unknown>) {
  return { offer, disclosure: { text: disclosure } };
}

const text = fc.oneof(
  fc.constantFrom("Boots", "", " ", "\u202eboots", "a\u0000", "x".repeat(2000), "x".repeat(2001)),
  fc.string(),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom<unknown>(null, undefined, 7, ["Boots"]),
);
const number = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 5, 5.1, 1e11, 1.1e11, Number.NaN, null, undefined, "9"),
  fc.double(),
);
const url = fc.oneof(
  fc.constantFrom<unknown>(
    PICTURE,
    `${PICTURE}?${"q".repeat(1400)}`,
    `${PICTURE}?${"q".repeat(1970)}`,
    `${PICTURE}?${"q".repeat(3000)}`,
    "https://user@shop.example/boots.jpg",
    "https:shop.example",
    "HTTPS://SHOP.example",
    "/boots.jpg",
    undefined,
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);
const link = fc.oneof(
  fc.constantFrom<unknown>(
    LINK,
    `${LINK}?a=1#b`,
    `${LINK}/more`,
    `${LINK}a`,
    `${ORIGIN}/r/short`,
    LINK.replace("exchange", "EXCHANGE"),
    LINK.replace("//", "//u:p@"),
    LINK.replace("exchange", "other"),
    `${LINK}?${"q".repeat(1_920)}`,
    `${LINK}?${"q".repeat(3_000)}`,
  ),
  fc.webUrl(),
);
const image = fc.record({ url, alt: text, width: number, height: number });
const price = fc.record({
  amount: number,
  currency: fc.constantFrom<unknown>("USD", "usd", "EURO", "", 840),
  compareAtAmount: number,
  discountPercent: number,
  discountAmount: number,
});
const rating = fc.record({ value: number, count: number });
const texts = { title: text, disclosure: text, text, seller: text, availability: text };
/** What replaces one or two fields of a good product; more would leave few cards to sign. */
const change = fc
  .tuple(
    fc.record({
      ...texts,
      sponsor: text,
      couponCode: text,
      clickUrl: link,
      image: fc.oneof({ weight: 5, arbitrary: image }, fc.jsonValue()),
      price: fc.oneof({ weight: 5, arbitrary: price }, fc.jsonValue()),
      rating: fc.oneof({ weight: 5, arbitrary: rating }, fc.jsonValue()),
    }),
    fc.integer({ min: 1, max: 2 }),
    fc.gen(),
  )
  .map(([fields, count, pick]) => {
    const names = pick(fc.shuffledSubarray, Object.keys(fields), {
      minLength: count,
      maxLength: count,
    });
    return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  });

/** The cards as a browser gets them, by way of the kit's signatures, pictures and JSON. */
async function sealed(given: Record<string, unknown>): Promise<Card[]> {
  const readings = [readProduct(given, ORIGIN), readOffer(delivery(given), ORIGIN)];
  const drafts = readings.flatMap((reading) => (reading.ok ? [reading.draft] : []));
  const cards = drafts.map(async (draft, place): Promise<Card> => {
    const claims = { turnId: "t".repeat(64), binding: "s".repeat(300), issuedAtMs: 1e13 };
    const ids = { campaignId: "c".repeat(64), deliveryId: "d".repeat(128), adUnitType: "cppromo" };
    const cardToken = await signCard(signer, { kind: draft.kind, ...claims, ...ids }, place);
    return { cardToken, ...draft };
  });
  const shown = await images.rewrite(await Promise.all(cards), "/some/path/offers/img/");
  return JSON.parse(JSON.stringify(shown));
}

describe("a card that the kit signs", () => {
  it("is shown by the widget, whatever the exchange sent", async () => {
    let signed = 0;
    await fc.assert(
      fc.asyncProperty(change, async (fields) => {
        const cards = await sealed(product(fields));
        signed += cards.length;
        const filled = { status: "filled", turnId: "turn-1", cards };
        const shown = parseTurn(filled);
        expect(shown).toEqual(cards.length > 0 ? filled : { status: "no_fill", reason: "empty" });
      }),
      { numRuns: 1_500 },
    );
    expect(signed).toBeGreaterThan(1_000);
  });

  it.each([
    ["a currency in small letters", { price: { amount: 1, currency: "usd" } }, "bad_price"],
    ["a price beyond all prices", { price: { amount: 2e11, currency: "USD" } }, "bad_price"],
    [
      "a discount below zero",
      { price: { amount: 1, currency: "USD", discountAmount: -1 } },
      "bad_price",
    ],
    ["a short click redirect", { clickUrl: `${ORIGIN}/r/abc` }, "bad_click_url"],
    ["a path below a click redirect", { clickUrl: `${LINK}/x` }, "bad_click_url"],
    ["a link that is too long", { clickUrl: `${LINK}?${"q".repeat(2_000)}` }, "bad_click_url"],
    ["a picture's address with a user", { image: { url: "https://u@shop.example/" } }, "bad_image"],
    ["a title that reads backwards", { title: "\u202eBoots" }, "bad_title"],
  ])("never has %s", (_, fields, reason) => {
    expect(readProduct(product(), ORIGIN)).toMatchObject({ ok: true });
    expect(readProduct(product(fields), ORIGIN)).toEqual({ ok: false, reason });
  });

  it.each([
    ["a picture whose address is too long", 3_000],
    ["a picture whose signed address is too long", 1_800],
  ])("goes without %s", async (_, length) => {
    const long = { image: { url: `${PICTURE}?${"q".repeat(length)}` } };
    const [one] = await sealed(product(long));
    expect(one).toMatchObject({ title: "Boots" });
    expect(one).not.toHaveProperty("image");
  });
});
