const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Makes the id by which the server counts an event once, however often it is sent.
 * Units: `timeMs` epoch milliseconds.
 * Shape: `evt_` and 26 characters of lower-case Crockford base32 of a UUIDv7.
 */
export function newEventId(timeMs: number): string {
  let id = "evt_";
  // `randomUUID` is missing on plain http pages; `getRandomValues` is not.
  crypto.getRandomValues(new Uint8Array(26)).forEach((random, place) => {
    let digit = random;
    // 130 bits in groups of five: two zeros and the 48 bits of time fill the first ten.
    if (place < 10) digit = timeMs / 32 ** (9 - place);
    // Version 7 is 0111, then one random bit; the variant is 10 after one random bit.
    if (place === 10) digit = 14 | (digit & 1);
    if (place === 13) digit = 8 | (digit & 19);
    id += ALPHABET[(digit % 32) | 0];
  });
  return id;
}
