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

/**
 * Frequent short words of German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish and
 * the Nordic languages. Words with a letter English does not have need no list.
 */
export const FOREIGN_WORDS =
  "der das und ich ein eine einen nicht ist mir mit bitte suche brauche kaufen wir welche" +
  " welcher welches wie zu auf von den dem le la les des une je suis pour avec est dans" +
  " cherche veux acheter quel quelle quels pas mon ma el los las una para con quiero" +
  " necesito comprar busco que es mi por uma com preciso meu onde qual il lo gli per di" +
  " cerco vorrei comprare sono voglio mio het een van ik voor niet zoek wil kopen mijn nie" +
  " jest szukam jaki dla bir ve istiyorum almak hangi iyi en och jag ett att med til jeg og" +
  " ikke efter billig wo finde cher barato barata";

/** Frequent short words of English; a borrowed name or a quoted line does not outweigh them. */
export const ENGLISH_WORDS =
  "the a an i i'm you we it is are was be to of in on for with and or but not my your this that" +
  " what which how where can could do does have has want need looking any some me please best" +
  " good at from under buy find show if so would should like get than there";

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
