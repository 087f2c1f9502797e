import { type ExchangeError, pointerTo, wrongAt } from "../contract/errors.ts";

/** What such characters look like in JSON; an even number of backslashes before is only text. */
const ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|[dD][89a-fA-F])/;
const NUL_OR_HALF_PAIR = /\0|\p{Surrogate}/u;

/**
 * Refuses arguments that PostgreSQL cannot store: a NUL character, or half of a surrogate pair.
 * One such text would fail not only its own call but every event settled in the same batch.
 *
 * **Shape** `text` is the JSON the arguments came in: free of escapes, they need no closer look.
 * **Errors** `invalid_arguments`.
 */
export function checkUnicode(given: unknown, text: string): void {
  if (!text.includes("\\u") || !ESCAPE.test(text)) return;
  const open: { pointer: string; value: unknown }[] = [{ pointer: "/arguments", value: given }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { pointer, value } = next;
    if (typeof value === "string" && NUL_OR_HALF_PAIR.test(value)) throw badUnicode(pointer);
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (NUL_OR_HALF_PAIR.test(key)) throw badUnicode(pointer);
      open.push({ pointer: pointer + pointerTo([key]), value: member });
    }
  }
}

function badUnicode(pointer: string): ExchangeError {
  const problem = "must not have NUL characters or halves of surrogate pairs";
  return wrongAt(pointer, "characters", problem, { suggestion: "Send whole Unicode text." });
}
