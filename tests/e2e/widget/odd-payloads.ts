import fc from "fast-check";
import { price, sample } from "./samples.ts";

/** The same payloads in every run; a failure is found again by its place. */
const SEED = 20_261_122;

const address = `https://exchange.example/r/${"a".repeat(64)}`;

/** Values that look right to careless code, beside arbitrary JSON. */
const traps = fc.constantFrom<unknown>(
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//evil.example/r/x",
  `https://user:pass@exchange.example/r/${"a".repeat(64)}`,
  `${address}?next=javascript:alert(1)`,
  `${address}/../../x`,
  "<img src=x onerror=alert(1)>",
  "\u202e\u0000\ud800",
  "x".repeat(3000),
  { toString: "boom", length: 1 },
  { url: "javascript:alert(1)" },
  { url: "/picture.svg", alt: { a: 1 } },
  price(-1),
  price(1, { currency: "constructor" }),
  price(1e300),
  price(5, { compareAtAmount: "x", discountPercent: [] }),
  { value: "5", count: {} },
  [],
  {},
  "",
  0,
  -0,
  null,
  true,
);

const fields = Object.keys(sample({ text: "", rating: 0, couponCode: "", availability: "" }));

const oddCard = fc
  .dictionary(
    fc.constantFrom(...fields, "__proto__", "children", "ref", "key"),
    fc.oneof(traps, fc.jsonValue({ maxDepth: 2 })),
    { maxKeys: 4 },
  )
  .map((own): unknown => ({ ...sample(), ...own }));

const payload = fc.oneof(
  { weight: 6, arbitrary: fc.array(oddCard, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: traps },
);

/** Lists of cards, or what a broken host gives in their place. */
export function oddPayloads(count: number): unknown[] {
  return fc.sample(payload, { seed: SEED, numRuns: count });
}

/** Bodies of the turn route, half of them not even JSON. */
export const ODD_TEXTS: readonly string[] = fc
  .sample(payload, { seed: SEED + 1, numRuns: 200 })
  .flatMap((cards) => {
    const text = JSON.stringify({ status: "filled", turnId: "odd", cards }) ?? "";
    return [text, text.slice(0, text.length / 2)];
  });
