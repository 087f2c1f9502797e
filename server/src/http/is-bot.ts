import { isbot } from "isbot";
import { isDeclaredAgent } from "../domain/traffic/index.ts";

/** Bounds the time of the patterns. **Units** characters. */
const USER_AGENT_MAX = 512;

/** Whether a user agent names a crawler, a library or an AI agent. */
export function isBot(userAgent: string): boolean {
  const text = userAgent.slice(0, USER_AGENT_MAX);
  return isbot(text) || isDeclaredAgent(text);
}
