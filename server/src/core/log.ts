import pino from "pino";

export type Logger = pino.Logger;

/** Matches an API key, also of Stripe, or the secret of a webhook, wherever it stands in a text. */
const KEY_PATTERN = /((?:rk|sk)_(?:live|test)_|whsec_)[0-9A-Za-z+/]{8,}={0,2}/g;
const SECRET_FIELDS = ["apiKey", "authorization", "secret", "password", "token", "databaseUrl"];

/** Removes keys and secrets from a text that will be stored or logged. */
export function redactKeys(text: string): string {
  return text.replace(KEY_PATTERN, "$1[redacted]");
}

/**
 * A structured logger that never writes a key: known fields are censored, and a key inside any
 * other text is replaced in the finished line.
 */
export function createLogger(options: { level: string; stream?: { write(line: string): void } }) {
  const target = options.stream ?? process.stdout;
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: "[redacted]" },
    },
    { write: (line: string) => void target.write(redactKeys(line)) },
  );
}

export const silentLogger: Logger = pino({ level: "silent" });
