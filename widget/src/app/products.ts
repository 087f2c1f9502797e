import type { Card } from "@placard/publisher-kit/types";
import { parseCards } from "../validate.ts";
import { type Fields, fieldsOf, isFields } from "./host.ts";

/** The answer of the tool; hosts pass on the structured form, older ones only the text. */
function answerOf({ structuredContent, content }: Fields): Fields {
  if (isFields(structuredContent)) return structuredContent;
  const first = Array.isArray(content) ? fieldsOf(content[0]) : {};
  try {
    return fieldsOf(JSON.parse(String(first.text)));
  } catch {
    return {};
  }
}

function draftOf(item: unknown): Fields {
  const { id, title, image, price, seller, availability, rating, disclosure, clickUrl } =
    fieldsOf(item);
  return {
    // Nothing is reported from here, so the token only has to distinguish the cards.
    cardToken: id,
    kind: "product",
    title,
    image,
    price,
    seller,
    availability,
    rating,
    disclosure,
    clickUrl,
  };
}

/**
 * The cards of a tool's result that may be shown: those the widget would show, and whose link is a
 * click redirect of the exchange this page came from. An error and an empty answer have none.
 */
export function cardsFrom(result: Fields, exchangeOrigin: string): Card[] {
  const { items } = result.isError === true ? {} : answerOf(result);
  const drafts = Array.isArray(items) ? items.map(draftOf) : [];
  return parseCards(drafts).filter(({ clickUrl }) => new URL(clickUrl).origin === exchangeOrigin);
}
