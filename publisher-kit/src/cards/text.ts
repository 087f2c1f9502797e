import { plainText, textLink } from "../citations/render.ts";
import type { Card, CardPrice } from "../types.ts";
import { isCard } from "./rules.ts";

/** `markdown` is Discord's form too. */
export type TextForm = "markdown" | "slack" | "text";

/**
 * Cards as lines of a message, each with its label first; empty without cards. What breaks a rule
 * of cards is left out. Prices are in the form of `locale`.
 */
export function renderText(
  cards: readonly Card[],
  form: TextForm = "markdown",
  locale = "en",
): string {
  const valid = cards.filter((card) => isCard(card));
  return valid.map((card) => lineOf(card, form, locale)).join("\n");
}

function lineOf(card: Card, form: TextForm, locale: string): string {
  const { disclosure, title, clickUrl, text, price, couponCode, availability } = card;
  const facts = [
    text,
    price && priceText(price, locale),
    availability === "out_of_stock" ? "out of stock" : undefined,
    couponCode && `code ${couponCode}`,
  ];
  const words = facts.flatMap((fact) => (fact ? [plainText(fact, form)] : []));
  const offer = [textLink(title, clickUrl, form), ...words].join(", ");
  return `• ${plainText(disclosure, form)}: ${offer}`;
}

/** A discount is shown only where the feed has one. */
function priceText({ amount, currency, compareAtAmount }: CardPrice, locale: string): string {
  const format = new Intl.NumberFormat(localeOf(locale), { style: "currency", currency });
  const now = format.format(amount);
  return compareAtAmount === null || compareAtAmount <= amount
    ? now
    : `${now} (${format.format(compareAtAmount)})`;
}

/** A locale that the runtime cannot read must not cost the message. */
function localeOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}
