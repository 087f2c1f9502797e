/**
 * Whether a turn is in another language than English, which rules, lexicon and model do not read:
 * "best" or "die bar" would mean to them what it does not mean to the reader.
 */

/** Frequent short words of German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish. */
const FOREIGN = new Set(
  (
    "der das und ich ein eine einen nicht ist mir für mit bitte suche brauche kaufen möchte wir" +
    " welche welcher welches wie zu auf von den dem le la les des une je suis pour avec est dans" +
    " cherche veux acheter quel quelle quels pas mon ma el los las una para con quiero necesito" +
    " comprar busco que qué es mi por cuál dónde uma com preciso não meu onde qual il lo gli" +
    " per di cerco vorrei comprare sono voglio mio het een van ik voor niet zoek wil kopen mijn" +
    " nie jest szukam chcę kupić jaki dla bir için ve istiyorum almak arıyorum hangi en iyi"
  ).split(" "),
);

/** Frequent short words of English; a borrowed name or a quoted line does not outweigh them. */
const ENGLISH = new Set(
  (
    "the a an i i'm you we it is are was be to of in on for with and or but not my your this that" +
    " what which how where can could do does have has want need looking any some me please best" +
    " good at from under buy find show if so would should like best get than there"
  ).split(" "),
);

const FOREIGN_MIN = 2;
const TOKENS_MAX = 60;

/** Takes a lower-case turn. Letters of other scripts outweigh Latin ones, or its small words do. */
export function isForeign(text: string): boolean {
  if (isOtherScript(text)) return true;
  let foreign = 0;
  let english = 0;
  let seen = 0;
  for (const [word] of text.matchAll(/[a-zß-ÿąćęłńśźżığşœ']+/g)) {
    if (FOREIGN.has(word)) foreign += 1;
    if (ENGLISH.has(word)) english += 1;
    seen += 1;
    if (seen === TOKENS_MAX) break;
  }
  return foreign >= FOREIGN_MIN && foreign > english;
}

/** Punctuation, symbols and the emoji of the higher planes are no letters. */
const OTHER_LETTERS = /[\u0370-\u1fff\u2c00-\ud7ff]/g;

function isOtherScript(text: string): boolean {
  const other = text.match(OTHER_LETTERS)?.length ?? 0;
  return other > 0 && other > (text.match(/[a-z]/g)?.length ?? 0);
}
