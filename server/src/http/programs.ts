import { isbot } from "isbot";
import { isDeclaredAgent } from "../domain/traffic/index.ts";

/** More says nothing more, and a pattern should not search kilobytes. **Units** characters. */
const USER_AGENT_MAX = 512;

/** Whether a user agent says that it is a program's: a crawler, a library, an AI agent. */
export function namesProgram(userAgent: string): boolean {
  const text = userAgent.slice(0, USER_AGENT_MAX);
  return isbot(text) || isDeclaredAgent(text);
}
