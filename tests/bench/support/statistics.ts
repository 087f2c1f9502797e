export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The nearest value at a rank; 0.5 is the median. */
export function quantile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const index = Math.min(sorted.length - 1, Math.floor(rank * sorted.length));
  return sorted[index] ?? Number.NaN;
}

/** Enough digits to compare, not so many that they pretend to a precision we do not have. */
export function rounded(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}
