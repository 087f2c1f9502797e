import { en, type Messages } from "./messages/en.ts";

/** The words of one language, and how the reader's locale writes numbers. */
export type Words = Messages & {
  number(value: number): string;
  percent(value: number): string;
  money(amount: number, currency: string): string;
};

/** A tag the browser refuses must not cost the reader the prices. */
function usableLocale(locale: string): string {
  try {
    return new Intl.NumberFormat(locale.replace("_", "-")).resolvedOptions().locale;
  } catch {
    return "en";
  }
}

/**
 * The words and number formats of a widget. Only English is built in; another language is a small
 * module of its own that the host passes as `messages`, so that no page pays for all of them.
 */
export function wordsFor(locale: string, own?: Partial<Messages>): Words {
  const tag = usableLocale(locale);
  // Making a format takes longer than drawing the card that needs it.
  const formats = new Map<string | undefined, Intl.NumberFormat>();
  const format = (value: number, options: Intl.NumberFormatOptions) => {
    const key = options.currency ?? options.style;
    const made = formats.get(key) ?? new Intl.NumberFormat(tag, options);
    formats.set(key, made);
    return made.format(value);
  };
  return {
    ...en,
    ...own,
    number: (value) => format(value, { maximumFractionDigits: 1 }),
    percent: (value) => format(value / 100, { style: "percent" }),
    money: (amount, currency) => format(amount, { style: "currency", currency }),
  };
}
