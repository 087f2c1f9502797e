import * as blocks from "./blocks.ts";
import { AFTER, BEFORE, LATER } from "./cues.ts";

/** Every large pattern of the matcher, none of which keeps a state between its uses. */
export function patterns(): RegExp[] {
  return [...BEFORE, ...AFTER, ...LATER, ...Object.values(blocks)];
}
