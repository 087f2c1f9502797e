/**
 * A database that cannot be started for a reason the person at the keyboard can act on.
 * The message is one line, fit to be printed alone, without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = "EmbeddedPostgresError";
}

/** Another process runs the database of this data folder, or is just starting it. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override readonly name = "DataFolderInUseError";
}

/** The text of anything thrown, for a message that continues the sentence. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The error code of a failed system call, for instance `ENOENT`; null for other errors. */
export function systemCode(cause: unknown): string | null {
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  return typeof cause.code === "string" ? cause.code : null;
}
