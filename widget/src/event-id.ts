const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Makes the id by which the server counts an event once, however often it is sent.
 * Units: `timeMs` epoch milliseconds.
 * Shape: `evt_` and 26 characters of lower-case Crockford base32 of a UUIDv7.
 */
export function newEventId(timeMs: number): string {
  // `randomUUID` is missing on plain http pages; `getRandomValues` is not.
  const random = crypto.getRandomValues(new Uint8Array(26));
  let id = "";
  let time = timeMs;
  // 130 bits in groups of five: two zeros and the 48 bits of time fill the first ten.
  for (let place = 25; place >= 0; place -= 1) {
    let digit = (random[place] ?? 0) & 31;
    if (place < 10) {
      digit = time % 32;
      time = Math.floor(time / 32);
    }
    // Version 7 is 0111, then one random bit; the variant is 10 after one random bit.
    if (place === 10) digit = 14 | (digit & 1);
    if (place === 13) digit = 8 | (digit & 19);
    id = ALPHABET[digit] + id;
  }
  return `evt_${id}`;
}
