import type { CardDraft } from "./read.ts";

/** A click redirect's length, so that each widget accepts the link. */
const TOKEN_LENGTH = 64;

/** No offer of the exchange has these words. */
const LABEL = "Test ad";

const SAMPLES = [
  { title: "Test card with a long title, so that you can see how your page clamps it", amount: 49 },
  { title: "Test card with a discount", amount: 79.5, compareAtAmount: 120 },
  { title: "Test card with a rating", amount: 1299, rating: { value: 4.5, count: 1204 } },
] as const;

/**
 * The cards of test mode. They belong to no campaign, so nothing of them is reported or billed;
 * their link answers with a sentence, and without an exchange it leads to the domain that RFC 2606
 * reserves for examples.
 */
export function sampleCards(exchangeOrigin: string): CardDraft[] {
  return SAMPLES.map((sample, at): CardDraft => {
    const { title, amount } = sample;
    const token = `test-card-${at + 1}`.padEnd(TOKEN_LENGTH, "-");
    const seller = `Test shop ${at + 1}`;
    const compareAtAmount = "compareAtAmount" in sample ? sample.compareAtAmount : null;
    const saved = compareAtAmount === null ? null : compareAtAmount - amount;
    const discountPercent = saved === null ? null : Math.floor((saved * 100) / (amount + saved));
    return {
      kind: "product",
      title,
      price: { amount, currency: "USD", compareAtAmount, discountPercent, discountAmount: saved },
      seller,
      ...("rating" in sample && { rating: sample.rating }),
      disclosure: `${LABEL} · ${seller}`,
      clickUrl: `${exchangeOrigin || "https://example.com"}/r/${token}`,
    };
  });
}
