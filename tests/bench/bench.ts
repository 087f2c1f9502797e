export interface BenchOptions {
  /** Fewer, shorter rounds: shows that it works, supports no claim. */
  readonly isQuick: boolean;
  /** A folder of real data, for a benchmark that can use it. */
  readonly data?: string | undefined;
  /** Progress for a person, which never reaches the line of JSON. */
  say(text: string): void;
}

/** The contract's ratios by name, beside `raw` and `settings`. */
export interface BenchResult {
  readonly [ratio: string]: unknown;
  readonly raw: object;
  readonly settings: object;
}

export type Bench = (options: BenchOptions) => Promise<BenchResult>;
