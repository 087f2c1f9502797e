import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ExchangeError } from "../contract/errors.ts";
import type { Clock } from "../core/clock.ts";
import type { Database } from "../core/db.ts";
import type { IdSource } from "../core/ids.ts";

/** What a command of the operator works with. */
export interface CommandContext {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Who is at the keyboard, for the audit. */
  readonly actor: string;
  readonly stdout: { write(text: string): unknown };
}

/** **Errors** `invalid_request` with the usage when the words do not fit the options. */
export function parseWords<Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error), usage);
  }
}

export function usageError(message: string, usage: string): ExchangeError {
  return new ExchangeError("invalid_request", { message, suggestion: usage });
}

/**
 * A text of an agent's on one line of a terminal, which would obey its control characters and turn
 * round what follows an invisible one.
 */
export function printable(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, "\uFFFD");
}

/** Rows under their head, in columns as wide as their widest cell. */
export function tableOf(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

export function writeJson(context: Pick<CommandContext, "stdout">, value: object): void {
  context.stdout.write(`${JSON.stringify(value)}\n`);
}
