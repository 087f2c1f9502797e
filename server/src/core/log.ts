import pino from "pino";
import { redactKeys } from "../contract/keys.ts";
import { currentTraceparent } from "./tracing.ts";

export type Logger = pino.Logger;

const SECRET_FIELDS = ["apiKey", "authorization", "secret", "password", "token", "databaseUrl"];

/**
 * A structured logger that never writes a key: known fields are censored, and a key inside any
 * other text is replaced in the finished line. Each line has the id of the running trace.
 */
export function createLogger(options: { level: string; stream?: { write(line: string): void } }) {
  const target = options.stream ?? process.stdout;
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      level: options.level,
      base: null,
      mixin: () => {
        const traceId = currentTraceparent()?.split("-")[1];
        return traceId === undefined ? {} : { traceId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: "[redacted]" },
    },
    { write: (line: string) => void target.write(redactKeys(line)) },
  );
}

export const silentLogger: Logger = pino({ level: "silent" });
