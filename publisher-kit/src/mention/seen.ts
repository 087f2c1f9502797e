import type { MentionOffer } from "../types.ts";
import { stemsOf } from "./lexicon.ts";
import type { Piece } from "./pieces.ts";

/** A piece as one offer sees it: its own name is "S", another offer's "O", a rival's "R". */
export type Seen = {
  readonly word: string;
  readonly symbol: string | undefined;
  /** How the offer's own name is written. */
  readonly traits?: readonly string[];
};

/** Takes a feature of an answer by its name. */
export type Add = (feature: string) => void;

export function seenBy({ word, symbol, mark }: Piece, offer: MentionOffer): Seen {
  if (mark === undefined) return { word, symbol };
  const own = mark.offer?.offerId === offer.offerId;
  if (own) return { word: "S", symbol: "S", traits: mark.traits };
  const name = mark.offer === undefined ? "R" : "O";
  return { word: name, symbol: name };
}

export const stemOf = (word: string): string => stemsOf(word).at(-1) ?? word;

/** What ends a clause. */
export const CLAUSE = /^(?:[,;:()|–—>!?-]|BUT|SO|BECAUSE)$/;
