import { ExchangeError } from "../contract/errors.ts";
import { sqlStateOf } from "../core/db.ts";
import { SessionError } from "../core/db-session.ts";
import { EnvError } from "../core/env.ts";
import { MigrationError } from "../core/migrate.ts";
import { RedisLoginError } from "../core/redis.ts";

/** A reason not to start that the person at the keyboard can act on; fit to be printed alone. */
export class StartError extends Error {
  override readonly name = "StartError";
}

const WRONG_LOGIN = /^(28|3D|42501)/;

/** The reason of a refused connection as one line; any other error as it is. */
export function startErrorOf(error: unknown): unknown {
  const cause = error instanceof ExchangeError ? error.options.cause : error;
  if (!(cause instanceof Error)) return error;
  const isWrong = WRONG_LOGIN.test(sqlStateOf(cause) ?? "") || cause instanceof SessionError;
  return isWrong ? new StartError(`DATABASE_URL: ${cause.message}`) : error;
}

/** Whether the operator can correct an error: then its message is enough, without the stack. */
export function isCorrectable(error: unknown): error is Error {
  return (
    error instanceof ExchangeError ||
    error instanceof EnvError ||
    error instanceof StartError ||
    error instanceof MigrationError ||
    error instanceof RedisLoginError
  );
}

/** Runs the entry point of a program and sets the exit code that it returns. */
export async function runProgram(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!isCorrectable(error)) throw error;
    const next = error instanceof ExchangeError ? error.options.suggestion : undefined;
    process.stderr.write(`${error.message}\n${next === undefined ? "" : `${next}\n`}`);
    process.exit(1);
  }
}

/**
 * Stops a service on SIGINT or SIGTERM, then ends the process. Supervisors and npm repeat signals:
 * a second one must not end a service that still writes what it has accepted.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const stopAndExit = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stopAndExit);
  process.on("SIGTERM", stopAndExit);
}
