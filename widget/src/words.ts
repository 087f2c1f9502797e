import { en, type Messages } from "./messages/en.ts";

/** The words of one language, and how the reader's locale writes numbers. */
export type Words = Messages & {
  /** Without a style a plain number; a decimal has one place, a percentage counts from 0 to 1. */
  digits(value: number, style?: "decimal" | "percent" | "currency", currency?: string): string;
};

/**
 * The words and number formats of a widget. Only English is built in; another language is a small
 * module of its own that the host passes as `messages`, so that no page pays for all of them.
 */
export function wordsFor(locale: string, own?: Partial<Messages>): Words {
  let tag = "en";
  try {
    tag = `${new Intl.Locale(locale.replace("_", "-"))}`;
  } catch {
    // A tag the browser refuses must not cost the reader the prices.
  }
  // Making a format takes longer than drawing the card that needs it.
  const formats: Record<string, Intl.NumberFormat> = {};
  return {
    ...en,
    ...own,
    digits(value, style, currency) {
      const key = `${currency ?? style}`;
      const places = style === "decimal" ? 1 : undefined;
      formats[key] ??= new Intl.NumberFormat(tag, {
        style,
        currency,
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      });
      const text = formats[key].format(value);
      // Isolated: "$" after a number would change its place in a line from right to left.
      return currency && own?.dir === "rtl" ? `\u2066${text}\u2069` : text;
    },
  };
}
