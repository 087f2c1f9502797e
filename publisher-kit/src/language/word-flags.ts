/** What the lexicon knows of a word: the lowest two bits are its strength as a product. */
export const STRENGTH = 3;
export const STOP = 4;
export const TALK = 8;
export const CHATTER = 16;
export const SERVICE = 32;
export const FOREIGN = 64;
export const KIN = 128;
export const THING = 256;
export const BOOK = 512;
/** Two words that are of a name together, though one alone says nothing. */
export const NAME = 1024;
