import { adviceFor } from "../contract/advice.ts";
import { ExchangeError } from "../contract/errors.ts";
import type { Tool } from "./tool.ts";

/** The same error with a way out: its own suggestion and next tools, or else those of its code. */
export function withAdvice(error: ExchangeError, tool: Tool): ExchangeError {
  const { suggestion, nextTools } = error.options;
  if (suggestion !== undefined && nextTools !== undefined) return error;
  const { message, cause } = error;
  const advice = adviceFor(error.code, tool.name);
  const options = { ...error.options, message, cause };
  return new ExchangeError(error.code, {
    ...options,
    suggestion: suggestion ?? advice.suggestion,
    nextTools: nextTools ?? advice.nextTools,
  });
}
