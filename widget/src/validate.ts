import type { Card, NoFillReason, TurnResponse } from "@placard/publisher-kit/types";
import { type Fields, isCard, isText } from "../../publisher-kit/src/cards/rules.ts";

/** More cards than this are never shown; a sidebar is not a catalogue. */
const CARDS_MAX = 12;

/**
 * The cards of any JSON that may be shown: label present, tracked link, fields of the right type.
 * Errors: none, whatever the value is; what does not fit is left out.
 */
export function parseCards(value: unknown): Card[] {
  const tokens = new Set<string>();
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list
    .filter((card) => isCard(card, document.baseURI))
    .filter(({ cardToken }) => !tokens.has(cardToken) && tokens.add(cardToken))
    .slice(0, CARDS_MAX);
}

/** A turn that shows nothing, and why. */
export function noFill(reason: NoFillReason): TurnResponse {
  return { status: "no_fill", reason };
}

/** The answer of the turn route. A fill without one showable card is a no-fill. */
export function parseTurn(value: unknown): TurnResponse {
  const { status, turnId, reason, cards, citations }: Fields = Object(value);
  const shown = parseCards(cards);
  if (status === "filled" && isText(turnId) && shown[0])
    return { status, turnId, cards: shown, ...(citations === true && { citations }) };
  // Reasons are for people and logs; one this version does not know is passed on unchanged.
  return noFill(isText<NoFillReason>(reason) ? reason : "empty");
}
