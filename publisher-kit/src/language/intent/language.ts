/**
 * A turn read once, for the rules, the language check and the model alike.
 *
 * Shape: `hashes` has one number a token: a word's own, or that of its kind for products, goods,
 * reading matter and numbers; the marks `$ € £ ? ! : .` and line ends are tokens too.
 */
export type Tokens = {
  hashes: number[];
  /** The strongest product of the shared lexicon: 2 surely, 1 possibly, 0 none. */
  product: 0 | 1 | 2;
  english: number;
  foreign: number;
  /** How many letters are of other scripts than Latin, and how many words are Latin. */
  otherLetters: number;
  words: number;
};

const FOREIGN_MIN = 2;
/** A word has about as many letters; exact enough to weigh scripts against each other. */
const WORD_LETTERS = 4;

/**
 * Whether a turn is in another language than English, which rules, lexicon and model do not read:
 * "best" or "die bar" would mean to them what it does not mean to the reader. Letters of other
 * scripts outweigh the Latin words, or small words of other languages the English ones.
 */
export function isForeign({ otherLetters, words, foreign, english }: Tokens): boolean {
  if (otherLetters > words * WORD_LETTERS) return true;
  return foreign >= FOREIGN_MIN && foreign > english;
}
