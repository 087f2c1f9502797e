/** GS1 leaves 20 to 29 to companies for internal use, so no real article can carry these. */
const INTERNAL_PREFIX = "20";

/**
 * Makes the GTIN-13 of a product from its index.
 *
 * Source: GS1 General Specifications, section 7.9 (check digit) and 1.4 (prefixes).
 */
export function gtinAt(index: number): string {
  const body = INTERNAL_PREFIX + String(index + 1).padStart(10, "0");
  return body + gtinCheckDigit(body);
}

/** The check digit of a GTIN without it: weights 3 and 1 in turn, starting with 3 at the right. */
export function gtinCheckDigit(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    sum += Number(body[body.length - 1 - at]) * (at % 2 === 0 ? 3 : 1);
  }
  return String((10 - (sum % 10)) % 10);
}
