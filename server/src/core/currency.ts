const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const decimalsByCurrency = new Map<string, number>();

/** Whether a text is an ISO 4217 code in upper case. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** Two for USD, none for JPY. **Errors** throws for what is no currency code. */
export function decimalsOf(currency: string): number {
  const known = decimalsByCurrency.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const decimals = Math.min(format.resolvedOptions().maximumFractionDigits ?? 2, 6);
  decimalsByCurrency.set(currency, decimals);
  return decimals;
}
