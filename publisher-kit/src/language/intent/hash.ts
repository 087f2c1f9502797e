/** Source: FNV-1a, 32 bits, over UTF-16 code units. */
export const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** One more character of a text that is hashed while it is read. */
export const hashStep = (hash: number, code: number): number => Math.imul(hash ^ code, FNV_PRIME);

export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = hashStep(hash, text.charCodeAt(index));
  }
  return hash;
}

/** Two hashes as one; the order counts. */
export function mix(left: number, right: number): number {
  const hash = Math.imul(left ^ (right + 0x9e3779b9 + (left << 6) + (left >>> 2)), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

/** The place of a feature's weight in a table of two to the power of `bits`. */
export const bucketOf = (hash: number, bits: number): number =>
  Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
