/** Cards of every look, as the kit's turn route sends them. */
type Sample = Record<string, unknown>;

let made = 0;

export function sample(fields: Sample = {}): Sample {
  made += 1;
  return {
    cardToken: `token-${made}`,
    kind: "product",
    title: `Trailhead boots ${made}`,
    disclosure: "Sponsored · Northbound",
    sponsor: "Northbound",
    seller: "Northbound Shop",
    price: price(129),
    image: { url: "/picture.svg", width: 200, height: 200 },
    clickUrl: `https://exchange.example/r/${"a".repeat(64)}`,
    ...fields,
  };
}

export function price(amount: number, fields: Sample = {}): Sample {
  const nothing = { compareAtAmount: null, discountPercent: null, discountAmount: null };
  return { amount, currency: "EUR", ...nothing, ...fields };
}

const LONG =
  "Waterproof insulated winter hiking boots with a reinforced toe, a vibration-damping sole and " +
  "a lace-lock system for long descents in Straßenbahnhaltestellenbereichen and beyond";

/** The looks that pictures are taken of and that are checked in every language. */
export const LOOKS: Readonly<Record<string, () => Sample[]>> = {
  filled: () => [
    sample({ rating: { value: 4.6, count: 1280 } }),
    sample({ text: "Dry feet in ten minutes of rain or your money back.", couponCode: "DRY10" }),
    sample({ kind: "campaign", image: undefined, price: undefined, seller: undefined }),
  ],
  discount: () => [
    sample({ price: price(96.75, { compareAtAmount: 129, discountPercent: 25 }) }),
    sample({ price: price(1249.5, { compareAtAmount: 1400, discountAmount: 150.5 }) }),
    sample({ availability: "out_of_stock" }),
    sample({ availability: "preorder" }),
  ],
  long: () => [
    sample({ title: LONG, seller: LONG, text: LONG, disclosure: `Sponsored · ${LONG}` }),
    sample({ title: "W".repeat(120), price: price(123_456_789.99), couponCode: "X".repeat(40) }),
  ],
  broken: () => [
    sample({ image: { url: "/missing.png", alt: "Boots" } }),
    sample({ image: undefined }),
  ],
  cited: () => [
    sample({ rating: { value: 4.6, count: 1280 } }),
    sample({ disclosure: `Sponsored · ${"Northbound ".repeat(4)}` }),
    sample({ kind: "campaign", image: undefined, price: undefined, seller: undefined }),
  ],
  menu: () => [sample(), sample()],
  nothing: () => [],
};
