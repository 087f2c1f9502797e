/**
 * The naive detector that a chat app would write in an afternoon: one list of words, one scan. It
 * is the baseline for what reading a turn properly costs.
 */
const KEYWORDS = new RegExp(
  "\\b(?:buy|purchase|order|shop|shopping|price|cheap|deal|discount|recommend|best|looking for" +
    "|need)\\b",
  "i",
);

export const scanKeywords = (text: string): boolean => KEYWORDS.test(text);
