/**
 * A binary range coder that counts the zeros and ones of each context: what it writes is a few
 * bytes larger than the entropy, which no compressor of a bundle comes near.
 */

const CONTEXTS = 64;
const RENEWED_BELOW = 2 ** 24;

/** Zeros and all bits of each context so far. Source: Krichevsky and Trofimov. */
const countsOf = () => ({
  zeros: new Float64Array(CONTEXTS).fill(0.5),
  all: new Float64Array(CONTEXTS).fill(1),
});

/** The next bit of base64 text in a context. */
export function decoderOf(text: string): (context: number) => number {
  const bytes = atob(text);
  const { zeros, all } = countsOf();
  let range = 0xffffffff;
  let code = 0;
  let at = 1;
  const next = (): void => {
    code = ((code << 8) | (bytes.charCodeAt(at) || 0)) >>> 0;
    at += 1;
  };
  for (let read = 0; read < 4; read += 1) next();
  return (context) => {
    const [zero = 0, count = 0] = [zeros[context], all[context]];
    const bound = Math.floor((range * zero) / count);
    const bit = Number(code >= bound);
    code -= bit * bound;
    range = bit > 0 ? range - bound : bound;
    zeros[context] = zero + 1 - bit;
    all[context] = count + 1;
    while (range < RENEWED_BELOW) {
      range = (range * 256) >>> 0;
      next();
    }
    return bit;
  };
}

/** Writes bits for `decoderOf`. */
export function encoderOf() {
  const { zeros, all } = countsOf();
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
    const [zero = 0, count = 0] = [zeros[context], all[context]];
    const bound = Math.floor((range * zero) / count);
    low += BigInt(bit * bound);
    range = bit > 0 ? range - bound : bound;
    zeros[context] = zero + 1 - bit;
    all[context] = count + 1;
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
