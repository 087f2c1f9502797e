import type { CardDraft } from "./read.ts";

/** A click redirect's length, so that each widget accepts the link. */
const TOKEN_LENGTH = 64;

/** No offer of the exchange has these words. */
const LABEL = "Test ad";

const PRICE = {
  currency: "USD",
  compareAtAmount: null,
  discountPercent: null,
  discountAmount: null,
};
const LOWERED = { compareAtAmount: 120, discountPercent: 33, discountAmount: 40.5 };

const SAMPLES: readonly Pick<CardDraft, "title" | "price" | "rating">[] = [
  {
    title: "Test card with a long title that shows how your page clamps it",
    price: { ...PRICE, amount: 49 },
  },
  { title: "Test card with a discount", price: { ...PRICE, ...LOWERED, amount: 79.5 } },
  {
    title: "Test card with a rating",
    price: { ...PRICE, amount: 1299 },
    rating: { value: 4.5, count: 1204 },
  },
];

/**
 * The cards of test mode. They belong to no campaign, so nothing of them is reported or billed;
 * their link answers with a sentence, and without an exchange it leads to the domain that RFC 2606
 * reserves for examples.
 */
export function sampleCards(exchangeOrigin: string): CardDraft[] {
  return SAMPLES.map((sample, at): CardDraft => {
    const token = `test-card-${at + 1}`.padEnd(TOKEN_LENGTH, "-");
    const seller = `Test shop ${at + 1}`;
    return {
      ...sample,
      kind: "product",
      seller,
      disclosure: `${LABEL} · ${seller}`,
      clickUrl: `${exchangeOrigin || "https://example.com"}/r/${token}`,
    };
  });
}
