import type { ChatTurn } from "../../types.ts";
import { type Need, NONE, type State, step, TURNS_MAX } from "./need.ts";
import { asksForNoProduct } from "./no-product.ts";
import { withPet } from "./pets.ts";
import { privateWordsOf, withoutPersonalData, withoutPrivateData } from "./private-data.ts";
import { readTurn, TEXT_MAX } from "./reading.ts";
import { bareWord, TOKENS_MAX, tellingWords, wordsOf } from "./words.ts";

/**
 * What a reader wants after the last of several turns, made anew from all of them: each turn opens
 * a need, changes it or ends it. Pure; the last texts read are cached.
 *
 * Units: prices in units of `currency`.
 * Shape: `q` has at most 12 words, without personal data, and may be empty.
 */
export function understand(talk: { text: string; previous?: readonly ChatTurn[] }): Need {
  const said = (talk.previous ?? []).slice(-TURNS_MAX);
  const text = withoutPrivate(talk.text);
  if (said.length === 0) return first(withPet(text, []));
  const previous = said.map((turn) => ({ ...turn, text: withoutPrivate(turn.text, turn.role) }));
  let state = NONE;
  previous.forEach((turn, at) => {
    if (turn.role === "user") state = step(state, turn.text, previous.slice(0, at));
  });
  return needOf(step(state, text, previous), [...said, { role: "user", text: talk.text }]);
}

const withoutPrivate = (text: string, role = "user"): string =>
  (role === "user" ? withoutPrivateData : withoutPersonalData)(
    text.slice(0, TEXT_MAX).normalize("NFKC").replaceAll("’", "'"),
  );

/** A turn without a talk may be typed into a search box, whose words stay as they are. */
function first(text: string): Need {
  if (asksForNoProduct(text)) return { q: "", isOpen: false };
  const { keyword, q, rest: _rest, isGift: _isGift, ...filters } = readTurn(text);
  const words = keyword ? wordsOf(q).slice(0, TOKENS_MAX) : tellingWords(q);
  return { q: words.join(" "), ...filters, isOpen: words.length > 0 };
}

/** An assistant may repeat what is private, so no such word leaves with the need. */
function needOf(state: State, talk: readonly ChatTurn[]): Need {
  const secrets = privateWordsOf(talk);
  const isOpen = (word: string) => !secrets.has(bareWord(word));
  const { words, bounds, exclude = [], isOpen: open } = state;
  const left = exclude.filter((phrase) => wordsOf(phrase).every(isOpen));
  const { sort, inStockOnly, minDiscountPercent } = state;
  return {
    q: words.filter(isOpen).slice(0, TOKENS_MAX).join(" "),
    ...bounds,
    ...(minDiscountPercent !== undefined && { minDiscountPercent }),
    ...(inStockOnly !== undefined && { inStockOnly }),
    ...(left.length > 0 && { exclude: left }),
    ...(sort !== undefined && { sort }),
    isOpen: open && words.length > 0,
  };
}
